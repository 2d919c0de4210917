/** Whether filters reach the data of actions where a state keeps them apart, or only what stands beside them. */
import { describe, expect, test } from "vitest";
import { workflowsBeside } from "../../../probes/search/searched-beside.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { target } from "../lib/refusing-service.ts";

const ids = ["0b7e9d0c-0000-4000-8000-000000000001", "0b7e9d0c-0000-4000-8000-000000000002"];
const workflows = ["a", "b"].map((id) => ({ id, name: id, actions: target.workflows[0]?.actions ?? [] }));
const data = { site: "north", initials: "AB" };
const styles = { path: [], join: "dotted" } as const;

/**
 * A trace in each workflow, of which the state shows its only action in a list, and searches that go by some keys.
 * @param lists workflows of which the reading knows that list; `hidden`: those of which it knows no place of the data
 * @param passesOver true where a flag finds everything
 * @param moved a trace of the second workflow in which an action came behind the state that was read
 */
async function besideIn(
  beside: JsonObject,
  reached: readonly string[],
  lists: readonly string[] = ["a", "b"],
  hidden: readonly string[] = [],
  moved?: string,
  passesOver = false,
) {
  const answered = (kind: string, workflow: number, value: object | string, traceId = ids[workflow]): Exchange =>
    ({
      ...{ operationId: kind === "create" ? "v2CreateTrace" : "v2TraceState", face: "v2", actor: "first" },
      ...{ defects: [], traits: [], sentAtMs: 1, receivedAtMs: 2 },
      intent: { kind, traceId, workflow, actionKey: "open", groupLabel: "all", data, files: [] },
      response: { status: 200, json: { value: { error: null, data: value } } },
    }) as unknown as Exchange;
  const exchanges = workflows.flatMap((_, index) => [
    answered("create", index, ids[index] ?? ""),
    answered("state", index, { state: { ...beside, events: [{ payload: data }] } }),
  ]);
  const shown = { state: { ...beside, events: [{ payload: data }] } };
  if (moved !== undefined)
    exchanges.push(
      ...[answered("create", 1, moved, moved), answered("state", 1, shown, moved)],
      answered("act", 1, moved, moved),
    );
  const list = { path: ["events", "*", "payload"], fold: "list-of-actions", encoding: "json", exact: true };
  const merged = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true };
  const nowhere = { ...merged, path: null };
  const readingOf = (id: string) => (hidden.includes(id) ? nowhere : lists.includes(id) ? list : merged);
  const byWorkflow = Object.fromEntries(workflows.map(({ id }) => [id, readingOf(id)]));
  const readings: Record<string, unknown> = {
    "state-data": { ...list, workflows: byWorkflow },
    "search-lag": { ms: 0 },
  };
  let searches = 0;
  const context = {
    target: { ...target, workflows },
    fixture: { workflow: 0 },
    reading: (id: string) => readings[id],
    histories: () => [{ exchanges }],
    ask: (_: string, questions: readonly { step: { workflow: number; filters: JsonObject } }[]) =>
      Promise.resolve(
        questions.map(({ step: { workflow, filters } }) => {
          searches += 1;
          const isFound = Object.entries(filters).every(
            ([name, value]) =>
              reached.includes(name) && (typeof value !== "boolean" || passesOver || beside[name] === value),
          );
          return answered("search", workflow, isFound ? [ids[workflow] ?? ""] : []);
        }),
      ),
  } as unknown as ProbeContext;
  return { ...(await workflowsBeside(context, styles, { name: "site", value: "north" })), searches };
}

describe("filters where each action is kept apart", () => {
  test("reach what stands beside them alone, if nothing is found by what does not", async () => {
    expect((await besideIn({ site: "north" }, ["site"])).beside).toEqual(["a", "b"]);
  });

  test("reach them, if a trace is found by what stands nowhere else", async () => {
    expect((await besideIn({ site: "north" }, ["site", "initials"])).beside).toEqual([]);
  });

  test("reached them where the first trace was found by what stands nowhere else, and no search more is sent", async () => {
    expect(await besideIn({ total: 1 }, ["site"], ["a"])).toEqual({ beside: [], outsideLists: [], searches: 0 });
  });

  test("reach no member within others where these alone hold the data, and what stands beside them is found", async () => {
    expect((await besideIn({ total: 1 }, ["total"], [], ["b"])).beside).toEqual(["b"]);
    expect((await besideIn({ total: 1 }, ["total", "site", "initials"], [], ["b"])).beside).toEqual([]);
    expect((await besideIn({ total: 1 }, [], [], ["b"])).beside).toEqual([]);
    expect((await besideIn({}, [], [], ["b"])).beside).toEqual([]);
    // A flag may be all that stands there.
    expect((await besideIn({ open: true }, ["open"], [], ["b"])).beside).toEqual(["b"]);
    expect((await besideIn({ open: true }, [], [], ["b"])).beside).toEqual([]);
    expect((await besideIn({ open: true }, ["open"], [], ["b"], undefined, true)).beside).toEqual([]);
  });

  test("reach nothing in lists where these alone hold the data, and what stands in another member is found", async () => {
    const summary = { summary: { total: 1, name: "x" } };
    const reachedBy = async (reached: readonly string[], shown: JsonObject = summary) => {
      const { beside, outsideLists } = await besideIn(shown, reached, [], ["b"]);
      expect(beside).toEqual([]);
      return outsideLists;
    };
    expect(await reachedBy(["total"])).toEqual(["b"]);
    expect(await reachedBy(["name"])).toEqual(["b"]);
    expect(await reachedBy(["total", "site", "initials"])).toEqual([]);
    expect(await reachedBy([])).toEqual([]);
    expect(await reachedBy(["total"], { summary: { total: 1, ...data } })).toEqual([]);
  });

  test("reach no member within others, also where what stands beside them changed in another trace since", async () => {
    const moved = "0b7e9d0c-0000-4000-8000-000000000003";
    expect((await besideIn({ total: 1 }, ["total"], [], ["b"], moved)).beside).toEqual(["b"]);
  });

  test("are tried in other workflows only where these keep each action apart", async () => {
    expect((await besideIn({ total: 1 }, [])).beside).toEqual(["b"]);
    expect((await besideIn({ total: 1 }, [], [])).searches).toBe(0);
  });
});
