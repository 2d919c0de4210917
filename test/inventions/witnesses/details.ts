import { same, chain, numbers, cursorAfter, type Witnesses } from "./tools.ts";

export const details: Witnesses = {
  "total-count-cached": async (api) => {
    const id = await api.trace("v2");
    await api.details("v2", id);
    await api.append("v2", id);
    return (await api.details("v2", id)).totalCount !== 2;
  },
  "full-page-has-previous": async (api) =>
    (await api.details("v2", await chain(api, 3), { last: 3 })).info["hasPrevious"] !== false,
  "legacy-cursors-swapped": async (api) => {
    const id = await chain(api, 3);
    return !same((await api.details("legacy", id, { last: 2 })).info, (await api.details("v2", id, { last: 2 })).info);
  },
  "last-before-bounds": async (api) => {
    const id = await chain(api, 5);
    const before = await cursorAfter(api, id, 4);
    return !same(numbers(await api.details("v2", id, { before, last: 2 })), [2, 3]);
  },
  "links-by-action-key": async (api) =>
    !same(numbers(await api.details("v2", await chain(api, 3, (n) => ({ data: { n } })))), [1, 2, 3]),
  "sixteen-links-kept": async (api) => (await api.details("v2", await chain(api, 18))).totalCount !== 18,
  "walk-starts-over": async (api) => {
    const id = await chain(api, 2);
    const after = await cursorAfter(api, id, 2);
    return (await api.details("v2", id, { after, first: 2 })).links.length > 0;
  },
  "uuid-cast-fails": async (api) => (await api.detailsAnswer("v2", "not-a-uuid")).status >= 500,
};
