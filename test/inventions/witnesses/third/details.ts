import type { Json } from "../../../stand-ins/lib/json.ts";
import { digestsOf } from "../../smoke.ts";
import { attach, chain, cursorAfter, numbers, same, type Witnesses } from "../tools.ts";

export const details: Witnesses = {
  "default-page-hides-more": async (api) => {
    const { links, totalCount, info } = await api.details("v2", await chain(api, 11));
    return links.length < Number(totalCount) && info["hasNext"] === false;
  },
  "links-sorted-as-text": async (api) =>
    !same(numbers(await api.details("v2", await chain(api, 10), { first: 2 })), [1, 2]),
  "cursors-name-latest-page": async (api) => {
    const id = await chain(api, 3);
    const after = await cursorAfter(api, id, 1);
    await cursorAfter(api, id, 2);
    return !same(numbers(await api.details("v2", id, { first: 1, after })), [2]);
  },
  "read-undoes-append": async (api) => {
    const id = await api.trace("v2");
    const turns = 5;
    for (let turn = 0; turn < turns; turn += 1) await Promise.all([api.details("v2", id), api.append("v2", id)]);
    return (await api.details("v2", id)).totalCount !== turns + 1;
  },
  "parallel-links-counted-once": async (api) => {
    const id = await api.trace("v2");
    await Promise.all([1, 2, 3, 4].map(() => api.append("v2", id)));
    const { links, totalCount } = await api.details("v2", id);
    return links.length !== totalCount;
  },
  "long-pages-abridged": async (api) => {
    const text = "x".repeat(201);
    const id = await chain(api, 6, () => ({ data: { text } }));
    return !(await api.detailsAnswer("v2", id)).text.includes(text);
  },
  "legacy-digests-repeated": async (api) => {
    const files = ["a", "b"].map((data) => ({ name: `${data}.txt`, data }));
    const { id } = await attach(api, files);
    return digestsOf((await api.details("legacy", id)).links as Json).length !== 2;
  },
};
