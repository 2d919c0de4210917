import { chain, listed, same, type Witnesses } from "../tools.ts";

export const search: Witnesses = {
  "filters-keyed-by-value": async (api) => {
    const id = await api.trace("v2", { data: { a: 1, b: 2 } });
    return listed(await api.search("v2", { a: 2, b: 2 }), id);
  },
  "returned-value-unfound": async (api) => {
    const id = await chain(api, 3, (n) => ({ data: { open: n !== 2 } }));
    return !listed(await api.search("v2", { open: true }), id);
  },
  "search-cached-by-filters": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.search("v2", { a: 1 });
    return listed(await api.search("v2", { a: 1 }, 1), id);
  },
  "search-by-name-unfiltered": async (api) => {
    await api.trace("v2", { data: { a: 1 } });
    const name = encodeURIComponent(api.target.workflows[0]?.name ?? "");
    const { data } = await api.post(`/v2/workflows/${name}/traces/search`, { filters: { a: 2 } });
    return !same(data, []);
  },
  "filter-named-like-column": async (api) => {
    const id = await api.trace("v2", { data: { id: "A-17" } });
    return !listed(await api.search("v2", { id: "A-17" }), id);
  },
};
