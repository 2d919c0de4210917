/** A trace is searched for by what its last action changed of its state, as the script read it. */
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, json, script, startTarget, traceId } from "./lib/target.ts";

const marker = "m~run~1";
const begin: OperationStep[] = [
  { op: "create", face: "v2", as: "t", data: { tcMark: marker } },
  { op: "state", face: "v2", trace: "$t" },
];
const place: OperationStep[] = [
  { op: "act", face: "v2", trace: "$t", data: { count: 7 } },
  { op: "state", face: "v2", trace: "$t" },
  { op: "search", face: "v2", filters: {}, changed: "$t" },
];

/** How filters are written, but for their place. */
const plainKeys = { inner: "none", valueTypes: ["string"], text: "exact", empty: "all" } as const;

/** The filters of each search, where the states read are these in turn, and searches find the trace by what `finds` says. */
async function searched(
  states: readonly JsonObject[],
  finds: (filters: JsonObject, read: number) => boolean,
  profile: Profile = { readings: {} },
) {
  let reads = 0;
  const written: Json[] = [];
  const target = await startTarget(
    service({
      before: ({ url, body }, response) => {
        const isState = url.endsWith("/state");
        const isSearch = url.includes("/search");
        if (isState) json(response, { error: null, data: { state: states[reads++] ?? {} } });
        if (isSearch) {
          const { filters } = JSON.parse(body.toString()) as { filters: JsonObject };
          written.push(filters);
          json(response, { error: null, data: finds(filters, reads) ? [traceId] : [] });
        }
        return isState || isSearch;
      },
    }),
  );
  const driver = await driverOf(environmentAt(target.baseUrl, { limits: { searchLagMs: 300 } }));
  const places = states.slice(1).flatMap(() => place);
  const { exchanges } = await driver.run(script(...begin, ...places), { profile });
  const sought: Json[] = exchanges.flatMap(({ intent }) => (intent.kind === "search" ? [intent.filters] : []));
  return {
    exchanges,
    written,
    filters: sought.filter((one, at) => JSON.stringify(one) !== JSON.stringify(sought[at - 1])),
  };
}

test("by what is shown now and by what was shown before, beside a text of its own", async () => {
  const { filters, exchanges } = await searched(
    [
      { head: { status: "new", note: marker } },
      { head: { status: "open", note: marker, count: 7, at: "2048-01-01T00:00:00Z" } },
    ],
    ({ status }) => status === "open",
  );
  // Neither what was sent nor a moment.
  expect(filters).toEqual([
    { note: marker, status: "open" },
    { note: marker, status: "new" },
  ]);
  expect(exchanges.flatMap(({ traits }) => traits)).toEqual(["filters.computed", "filters.computed"]);
});

test("by what was sent as well where it took the place of another value", async () => {
  const states = [3, 7].map((count) => ({ status: "new", note: marker, count }));
  const { filters } = await searched(states, ({ count }) => count === 7);
  expect(filters).toEqual([
    { note: marker, count: 7 },
    { note: marker, count: 3 },
  ]);
});

test.each(["dotted", "nested"] as const)(
  "by its whole place, %s, where filters name places of the state",
  async (join) => {
    const keys = { ...plainKeys, path: ["head"], join };
    const states = ["new", "open"].map((stage) => ({ head: { note: marker }, flow: { stage, cards: [{ stage }] } }));
    const { filters, written } = await searched(states, () => true, {
      readings: { "search-keys": { value: keys, evidence: "" } },
    });
    expect(filters[0]).toEqual({ "head.note": marker, "flow.stage": "open" });
    expect(written[0]).toEqual(join === "dotted" ? filters[0] : { head: { note: marker }, flow: { stage: "open" } });
  },
);

test("by the name of an entry, where the state is a list of names and values", async () => {
  const states = ["new", "open"].map((stage) => ({
    note: marker,
    record: [
      { field: "stage", value: stage },
      { field: "pages", value: 3 },
    ],
  }));
  const { filters } = await searched(states, ({ stage }) => stage === "open");
  expect(filters).toEqual([
    { note: marker, stage: "open" },
    { note: marker, stage: "new" },
  ]);
});

test("a number by its first digits too, once", async () => {
  const states = [0, 120, 340].map((sum) => ({ sum, note: marker }));
  const { filters } = await searched(states, ({ sum }, read) => sum === states[read - 1]?.sum);
  expect(filters.map((one) => (one as JsonObject)["sum"])).toEqual([120, 0, 12, 340, 120]);
});

test("by the member alone once nothing was found beside the text, and no more where nothing is found at all", async () => {
  const states = ["a", "b", "c", "d"].map((status) => ({ status, note: marker }));
  expect((await searched(states, () => false)).filters).toEqual([
    { note: marker, status: "b" },
    { note: marker, status: "a" },
    { status: "c" },
    { status: "b" },
  ]);
  const alone = await searched(
    states,
    ({ note, status }, read) => note === undefined && status === states[read - 1]?.status,
  );
  expect(alone.filters.slice(2)).toEqual(["c", "b", "d", "c"].map((status) => ({ status })));
});

test("for as long as searches may lag, once the member was found", async () => {
  const states = ["a", "b", "c"].map((status) => ({ status, note: marker }));
  // The last action never reaches the index.
  const { exchanges } = await searched(
    states,
    ({ status }, read) => status === (read === 3 ? "b" : states[read - 1]?.status),
  );
  const late = exchanges.filter(
    ({ intent }) => intent.kind === "search" && (intent.filters as JsonObject)["status"] === "c",
  );
  const written = exchanges.findLast(({ intent }) => intent.kind === "act")?.receivedAtMs ?? 0;
  expect(late.length).toBeGreaterThan(2);
  expect((late.at(-1)?.sentAtMs ?? 0) - written).toBeGreaterThanOrEqual(299);
});

test("once found, also by a value that the member has in other traces and did not have so far", async () => {
  const value = {
    path: null,
    fold: "shallow-merge",
    encoding: "json",
    exact: false,
    own: ["status"],
    // A text of another trace would find that one.
    ownValues: { status: ["new", "m~run~2", "open", "shut"] },
  } as const;
  const profile: Profile = { readings: { "state-data": { value, evidence: "by hand" } } };
  const { written } = await searched(
    [
      { status: "new", note: marker },
      { status: "open", note: marker },
    ],
    ({ status }) => status === "open",
    profile,
  );
  expect(written.map((filters) => (filters as JsonObject)["status"])).toEqual(["open", "new", "shut"]);
});

test("by its own text alone as well, where it was found once by what the target computes, and is found by that no more", async () => {
  const keys = { ...plainKeys, path: [], join: "dotted" } as const;
  const states = ["new", "open", "shut"].map((status) => ({ note: marker, status }));
  const known: Profile = { readings: { "search-keys": { value: keys, evidence: "" } } };
  const { filters, exchanges } = await searched(states, ({ status }, reads) => reads < 3 && status === "open", known);
  expect(filters.at(-1)).toEqual({ note: marker });
  // Judged as any search by what was sent.
  expect(exchanges.at(-1)?.traits).toEqual([]);
  const { filters: found } = await searched(states, ({ status }) => status !== "new", known);
  expect(found).not.toContainEqual({ note: marker });
});
