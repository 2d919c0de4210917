import { isObject, type Json } from "../../stand-ins/lib/json.ts";
import { same, chain, listed, type Witnesses } from "./tools.ts";

export const search: Witnesses = {
  "found-by-old-values": async (api) => {
    const id = await api.trace("v2", { data: { a: "early" } });
    await api.append("v2", id, { data: { a: "late" } });
    return listed(await api.search("v2", { a: "early" }), id);
  },
  "falsy-filters-ignored": async (api) => {
    const id = await api.trace("v2", { data: { paid: true } });
    return listed(await api.search("legacy", { paid: false }), id);
  },
  "third-filter-ignored": async (api) => {
    const id = await api.trace("v2", { data: { a: 1, b: 2, c: 3 } });
    return listed(await api.search("v2", { a: 1, b: 2, c: 4 }), id);
  },
  "found-once-per-link": async (api) => {
    const id = await chain(api, 2, () => ({ data: { a: "again" } }));
    return !same(await api.search("v2", { a: "again" }), [id]);
  },
  "search-looks-elsewhere": async (api) => {
    const id = await api.trace("v2", { data: { a: "here" } });
    return listed(await api.search("v2", { a: "here" }, 1), id);
  },
  "like-patterns": async (api) => {
    const id = await api.trace("v2", { data: { a: "axb" } });
    return listed(await api.search("legacy", { a: "a_b" }), id);
  },
  "bare-empty-result": async (api) => {
    const workflow = api.target.workflows[0]?.id ?? "";
    const { body } = await api.post(`/v2/workflows/${workflow}/traces/search`, { filters: { a: "none" } });
    return isObject(body) && !Object.hasOwn(body, "error");
  },
  "only-used-workflows": async (api) => {
    await api.trace("v2");
    return !same((await api.list("v2")).body, (await api.list("legacy")).body);
  },
  "workflows-joined-with-traces": async (api) => {
    await Promise.all([api.trace("v2"), api.trace("v2")]);
    return ((await api.list("legacy")).body as Json[]).length > 2;
  },
};
