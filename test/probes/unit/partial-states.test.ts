/** What a computed state does not show: members beside others of the same data, and what some actions bring. */
import { expect, test } from "vitest";
import { absentMembers, silentActions, unnamedMembers } from "../../../probes/seen/partial-states.ts";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";

const action = (actionKey: string, data: JsonObject): KnownAction => {
  return { face: "v2", data, actionKey, groupLabel: "all", files: [] };
};

/** Every state of these traces through both faces. */
const seen = (traces: readonly (readonly KnownAction[])[], show: (upTo: readonly KnownAction[]) => Json) =>
  traces.flatMap((actions, number) =>
    actions.flatMap((_, at) =>
      (["v2", "legacy"] as const).map((face): SeenState => {
        const upTo = actions.slice(0, at + 1);
        const source = `${face}TraceState` as const;
        return { face, source, traceId: String(number), reader: "first", state: show(upTo), actions: upTo };
      }),
    ),
  );

const loans = ["Vase", "Bust"].map((object) => [
  action("request", { object, lender: `Lender of ${object}` }),
  action("indemnify", { paper: `of ${object}` }),
  action("dispatch", { lorry: 7 }),
]);
const phase = (upTo: readonly KnownAction[]) => upTo.findLast(({ actionKey }) => actionKey !== "indemnify")?.actionKey;
const object = ([first]: readonly KnownAction[]) => (first?.data as JsonObject)["object"] ?? null;

test("an action after which the state is what it was, on each trace, while others change it", () => {
  expect(silentActions(seen(loans, (upTo) => ({ phase: phase(upTo) ?? "" })))).toEqual(["indemnify"]);
});

test("what is listed as next may change all the same", () => {
  const next = (upTo: readonly KnownAction[]) => ({ museum: upTo.length < 2 ? ["indemnify"] : ["dispatch"] });
  const shown = seen(loans, (upTo) => ({ phase: phase(upTo) ?? "", next: next(upTo) }));
  expect(silentActions(shown)).toEqual(["indemnify"]);
});

const onlyVase = (upTo: readonly KnownAction[]) => (object(upTo) === "Vase" ? upTo.length : phase(upTo));

test.each<[string, readonly (readonly KnownAction[])[], (upTo: readonly KnownAction[]) => Json]>([
  ["nothing changes the state", loans, () => ({ phase: "open" })],
  ["it changes the state of one trace and not of another", loans, (upTo) => ({ is: onlyVase(upTo) ?? "" })],
  ["one trace alone shows it", loans.slice(0, 1), (upTo) => ({ phase: phase(upTo) ?? "" })],
])("none where %s", (_, traces, show) => {
  expect(silentActions(seen(traces, show))).toEqual([]);
});

test("a member that stands nowhere, while others of the same data do", () => {
  const shown = seen(loans, (upTo) => ({ object: object(upTo), steps: upTo.length }));
  expect(absentMembers(shown)).toEqual(["lender", "lorry", "paper"]);
});

test("a member with members of its own, of which the state shows some by other names, below a place of the state's own", () => {
  const named = ["Vase", "Bust"].map((name) => [action("lend", { object: name, lender: { name, since: 1990 } })]);
  const shown = seen(named, ([first]) => {
    const { object: it } = first?.data as { object: string };
    return { is: { object: it, lenderName: it }, next: [] };
  });
  expect(absentMembers(shown)).toEqual(["lender"]);
});

test("none where the value stands elsewhere, where one state has it, or where nothing of the data is shown", () => {
  const lender = ([first]: readonly KnownAction[]) => (first?.data as JsonObject)["lender"] ?? null;
  const elsewhere = (upTo: readonly KnownAction[]) => ({ object: object(upTo), of: { whom: lender(upTo) } });
  expect(absentMembers(seen(loans, elsewhere))).toEqual(["lorry", "paper"]);
  const once = (upTo: readonly KnownAction[]) => ({
    object: object(upTo),
    ...(upTo.length > 2 ? { lender: "?" } : {}),
  });
  expect(absentMembers(seen(loans, once))).toEqual(["lorry", "paper"]);
  expect(absentMembers(seen(loans, (upTo) => ({ steps: `done: ${String(upTo.length)}` })))).toEqual([]);
});

test("a member of which the state makes something else by its name is shown by none as it was sent", () => {
  const named = ["Vase", "Bust"].map((name) => [action("lend", { object: name, lender: `${name}s Ltd`, weight: 3 })]);
  const shown = seen(named, ([first]) => {
    const { object: it, lender } = first?.data as { object: string; lender: string };
    return { object: it, lender: { name: lender }, weight: 3 };
  });
  expect(unnamedMembers(shown)).toEqual(["lender"]);
  expect(unnamedMembers(seen(named, () => ({ lenderName: "" })))).toEqual([]);
  expect(unnamedMembers(seen(named, ([first]) => first?.data ?? null))).toEqual([]);
});
