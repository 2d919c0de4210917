import { isObject } from "../../../stand-ins/lib/json.ts";
import type { Api } from "../../api.ts";
import { chain, cursorAfter, numbers, same, type Witnesses } from "../tools.ts";

/** The numbers of the links that a walk forwards gives. */
async function walk(api: Api, id: string, first: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  let page = await api.details("v2", id, { first });
  for (let turn = 0; turn < 20; turn += 1) {
    seen.push(...numbers(page));
    if (page.info["hasNext"] !== true) break;
    page = await api.details("v2", id, { first, after: page.info["endCursor"] ?? "" });
  }
  return seen;
}

export const details: Witnesses = {
  "count-as-text": async (api) => (await api.details("legacy", await api.trace("v2"))).totalCount !== 1,
  "last-newest-first": async (api) => !same(numbers(await api.details("v2", await chain(api, 3), { last: 2 })), [2, 3]),
  "before-inclusive": async (api) => {
    const id = await chain(api, 3);
    const before = await cursorAfter(api, id, 3);
    return !same(numbers(await api.details("v2", id, { last: 2, before })), [1, 2]);
  },
  "count-from-cursor": async (api) => {
    const id = await chain(api, 3);
    return (await api.details("v2", id, { first: 1, after: await cursorAfter(api, id, 1) })).totalCount !== 3;
  },
  "later-pages-bare": async (api) => {
    const id = await chain(api, 2);
    const { body } = await api.detailsAnswer("v2", id, { first: 1, after: await cursorAfter(api, id, 1) });
    return !isObject(body) || !Object.hasOwn(body, "data");
  },
  "empty-page-without-flags": async (api) => {
    const id = await api.trace("v2");
    return typeof (await api.details("v2", id, { after: await cursorAfter(api, id, 1) })).info["hasNext"] !== "boolean";
  },
  "walk-ends-at-eighth": async (api) => (await walk(api, await chain(api, 9), 4)).length !== 9,
  "cursors-count-from-end": async (api) => {
    const id = await chain(api, 3);
    const after = await cursorAfter(api, id, 2);
    await api.append("v2", id, { data: { n: 4 } });
    return !same(numbers(await api.details("v2", id, { after })), [3, 4]);
  },
  "cursor-carries-trace": async (api) => {
    const other = await chain(api, 3, (n) => ({ data: { n: n + 10 } }));
    const after = await cursorAfter(api, other, 1);
    const answer = await api.detailsAnswer("v2", await api.trace("v2"), { first: 2, after });
    return answer.text.includes("12");
  },
  "ties-in-any-order": async (api) => !same(await walk(api, await chain(api, 6), 2), [1, 2, 3, 4, 5, 6]),
  "links-without-files-hidden": async (api) => {
    const id = await chain(api, 3, (n) => ({ data: { n }, files: n === 2 ? [{ name: "a", data: "a" }] : [] }));
    return !same(numbers(await api.details("v2", id)), [1, 2, 3]);
  },
};
