import { isObject, type Json, type JsonObject } from "../../../stand-ins/lib/json.ts";
import { listed, same, type Witness, type Witnesses } from "../tools.ts";

/** Whether a trace is found though it does not fit, or not found though it fits. */
const misjudged =
  (data: JsonObject, filters: JsonObject, fits: boolean, face: "v2" | "legacy" = "v2"): Witness =>
  async (api) => {
    const id = await api.trace("v2", { data });
    return listed(await api.search(face, filters), id) !== fits;
  };

export const search: Witnesses = {
  "numbers-found-as-text": misjudged({ a: 5 }, { a: "5" }, false),
  "trailing-spaces-ignored": misjudged({ a: "x" }, { a: "x " }, false),
  "compared-by-first-32": misjudged({ a: `${"x".repeat(32)}1` }, { a: `${"x".repeat(32)}2` }, false),
  "objects-compared-as-text": misjudged({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, true),
  "filters-joined-by-or": misjudged({ a: 1, b: 2 }, { a: 1, b: 3 }, false, "legacy"),
  "empty-search-null": async (api) => !same(await api.search("legacy", { a: "nothing" }), []),
  "search-names-links": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.append("v2", id);
    return !same(await api.search("v2", { a: 1 }), [id]);
  },
  "latest-thirty-searched": async (api) => {
    const id = await api.trace("v2", { data: { a: "oldest" } });
    await Promise.all(Array.from({ length: 30 }, () => api.trace("v2")));
    return !listed(await api.search("v2", { a: "oldest" }), id);
  },
  "unknown-members-ignored": misjudged({ a: 1 }, { never: 1 }, false),
  "legacy-actions-unindexed": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.append("legacy", id, { data: { a: 2 } });
    return !listed(await api.search("v2", { a: 2 }), id);
  },
  "type-of-first-value-rules": async (api) => {
    await api.trace("v2", { data: { a: 1 } });
    const id = await api.trace("v2", { data: { a: "one" } });
    return !listed(await api.search("v2", { a: "one" }), id);
  },
  "parallel-searches-shared": async (api) => {
    const ids = await Promise.all([1, 2, 3].map((a) => api.trace("v2", { data: { a } })));
    const found = await Promise.all([1, 2, 3].map((a) => api.search("v2", { a })));
    return found.some((list, index) => !same(list, [ids[index]]));
  },
  "quote-breaks-query": async (api) => {
    const workflow = api.target.workflows[0]?.id ?? "";
    return (await api.post(`/v2/workflows/${workflow}/traces/search`, { filters: { a: "d'or" } })).status >= 500;
  },
  "v2-list-in-envelope": async (api) => isObject((await api.list("v2")).body),
  "all-organizations-listed": async (api) => ((await api.list("legacy")).body as Json[]).length !== 2,
};
