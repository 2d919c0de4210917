/** Links that show the data of some kinds of action alone. */
import { expect, test } from "vitest";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import { keysInLinks, type WholePage } from "../../../probes/seen/some-in-links.ts";
import { faces } from "../../../spec/operations.ts";
import type { Json } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";

const reading: OpenPointValues["link-data"] = { path: ["did", "{*}"], encoding: "json", exact: true };
const act = (actionKey: string, number: number): KnownAction => {
  return { face: "v2", data: { number }, actionKey, groupLabel: "all", files: [] };
};
const actions = ["open", "complain", "check", "complain", "check"].map(act);

function pages(shows: (action: KnownAction, at: number, face: string) => Json): readonly WholePage[] {
  return faces.map((face) => {
    const links = actions.map((one, at) => ({ did: { [one.actionKey]: shows(one, at, face) } }));
    return { face, actions, links };
  });
}

test("the kinds whose data are shown, where those of others are nothing each time, through both faces", () => {
  const some = pages(({ actionKey, data }) => (actionKey === "complain" ? null : data));
  expect(keysInLinks(some, reading)).toEqual(["check", "open"]);
});

test("undefined where all are shown, one of a kind is lost, one face loses them, or another stands there", () => {
  expect(
    keysInLinks(
      pages(({ data }) => data),
      reading,
    ),
  ).toBeUndefined();
  expect(
    keysInLinks(
      pages(({ data }, at) => (at === 3 ? null : data)),
      reading,
    ),
  ).toBeUndefined();
  const lostInOne = pages(({ actionKey, data }, _, face) => (actionKey === "complain" && face === "v2" ? null : data));
  expect(keysInLinks(lostInOne, reading)).toBeUndefined();
  const ofCreation = pages(({ data }, at) => (at === 0 ? data : null));
  expect(keysInLinks(ofCreation, reading)).toBeUndefined();
  const wrong = pages(({ actionKey, data }) => (actionKey === "complain" ? { number: 99 } : data));
  expect(keysInLinks(wrong, reading)).toBeUndefined();
});

test("data that are empty stand in a link as they were sent", () => {
  const empty = [act("open", 0), act("close", 1), act("close", 2)].map((one, at) =>
    at === 0 ? one : { ...one, data: {} },
  );
  const links = empty.map(({ actionKey, data }) => ({ did: { [actionKey]: data } }));
  const shown = faces.map((face): WholePage => ({ face, actions: empty, links }));
  expect(keysInLinks(shown, reading)).toBeUndefined();
});
