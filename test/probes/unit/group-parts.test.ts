/** States that show each reader a part: learnt where every state shows just that. */
import { describe, expect, it } from "vitest";
import { inParts } from "../../../probes/seen/group-parts.ts";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import type { Person } from "../../../spec/vocabulary/target.ts";

const reading = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true } as const;
const people: readonly Person[] = [
  { account: "first", groups: ["sales"], may: ["read", "write"] },
  { account: "user-1", groups: ["stores"], may: ["read", "write"] },
];
const actions = ["sales", "stores", "sales", "stores"].map((groupLabel, index): KnownAction => {
  const data = { latest: index, [`only${String(index)}`]: true };
  return { face: "v2", data, actionKey: "note", groupLabel, files: [] };
});

type Show = (part: readonly KnownAction[], whole: readonly KnownAction[], of: SeenState) => readonly KnownAction[];

/** The state of every moment, as each reader is shown it through each face. */
const seen = (show: Show): readonly SeenState[] =>
  people.flatMap(({ account: reader, groups = [] }) =>
    actions.flatMap((_, at) =>
      (["v2", "legacy"] as const).map((face): SeenState => {
        const upTo = actions.slice(0, at + 1);
        const part = upTo.filter(({ groupLabel }, index) => index === 0 || groups.includes(groupLabel));
        const state = { face, source: `${face}TraceState` as const, traceId: "t", reader, state: {}, actions: upTo };
        const data = foldState("shallow-merge", show(part, upTo, state)) as JsonObject;
        return { ...state, state: { data } };
      }),
    ),
  );

describe("a state that shows each reader a part", () => {
  it("is learnt, with the actions that each state shows", () => {
    const parts = inParts(
      seen((part) => part),
      reading,
      people,
    );
    expect(parts?.at(-1)?.actions.map(({ groupLabel }) => groupLabel)).toEqual(["sales", "stores", "stores"]);
  });

  it.each<[string, Show]>([
    ["everybody is shown all", (_, whole) => whole],
    ["one reader is shown all", (part, whole, { reader }) => (reader === "first" ? whole : part)],
    ["one face shows all", (part, whole, { face }) => (face === "v2" ? whole : part)],
    ["the first action is left out", (part) => part.slice(1)],
    ["the latest action is left out once", (part, whole) => (whole.length === 4 ? part.slice(0, -1) : part)],
  ])("is not learnt where %s", (_, show) => {
    expect(inParts(seen(show), reading, people)).toBeUndefined();
  });

  it("is not learnt where nobody knows the groups of a reader", () => {
    const [one] = people;
    expect(
      inParts(
        seen((part) => part),
        reading,
        one && [one],
      ),
    ).toBeUndefined();
  });
});
