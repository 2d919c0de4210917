/* For each invention the shortest dialogue that shows its lie: true where the service lies, false where it does not. */
import AdmZip from "adm-zip";
import { isObject, type Json, type JsonObject } from "../stand-ins/lib/json.ts";
import type { Api, Act, Page } from "./api.ts";
import { digestsOf } from "./smoke.ts";
import { pause } from "./tools.ts";

type Witness = (api: Api) => Promise<boolean>;

const nowhere = "00000000-0000-4000-8000-000000000000";
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether data sent through a face does not come back in the state. */
const lost =
  (data: JsonObject, face: "v2" | "legacy" = "v2"): Witness =>
  async (api) =>
    !same(await api.state(face, await api.trace(face, { data })), data);

async function chain(api: Api, length: number, act: (n: number) => Act = (n) => ({ data: { n } })): Promise<string> {
  const id = await api.trace("v2", act(1));
  for (let n = 2; n <= length; n += 1) await api.append(n % 2 ? "v2" : "legacy", id, act(n));
  return id;
}

async function attach(api: Api, files: Act["files"] = [], face: "v2" | "legacy" = "v2") {
  const id = await api.trace(face, { files });
  return { id, digests: digestsOf((await api.details("v2", id)).links as Json) };
}

const zipQuery = (digests: string[]) => digests.map((digest) => `digests=${digest}`).join("&");
const numbers = (page: Page) => page.links.map((link) => isObject(link["data"]) && link["data"]["n"]);
const cursorAfter = async (api: Api, id: string, count: number): Promise<string> =>
  String((await api.details("v2", id, { first: count })).info["endCursor"]);
const listed = (found: Json | undefined, id: string) => Array.isArray(found) && found.includes(id);

export const witnesses: Record<string, Witness> = {
  "password-first-eight": async (api) => {
    const { email, password } = api.target.credentials;
    return (await api.login("/v2/login/credential", { email, password: `${password}!` })).status === 200;
  },
  "password-as-query-operator": async (api) => {
    const { email } = api.target.credentials;
    return (await api.login("/login/credential", { email, password: { $ne: "" } })).status === 200;
  },
  "guest-token": async (api) => (await api.login("/v2/login/privateKey", { privateKey: "nobody's" })).status === 200,
  "padded-signature": async (api) => {
    await api.login("/v2/login/privateKey");
    return !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(api.token ?? "") && (await api.list("v2")).status === 200;
  },
  "key-token-not-for-legacy": async (api) => {
    await api.login("/v2/login/privateKey");
    return (await api.list("legacy")).status !== 200;
  },
  "empty-signature": async (api) => {
    api.token = api.token?.replace(/[^.]*$/, "");
    return (await api.list("v2")).status === 200;
  },
  "tokenless-link-stored": async (api) => {
    const id = await api.trace("v2");
    const { token } = api;
    api.token = undefined;
    const { status } = await api.append("legacy", id);
    api.token = token;
    return status === 401 && (await api.details("v2", id)).totalCount === 2;
  },
  "foreign-action": async (api) => {
    const id = await api.trace("v2");
    await api.login("/login/credential", { ...api.target.secondUser });
    return (await api.append("v2", id)).status === 200;
  },

  "integers-wrap": lost({ n: 4294967297 }),
  "dates-to-utc": lost({ at: "2026-03-01T08:00:00+02:00" }),
  "prototype-polluted": async (api) => {
    await api.trace("v2", { data: JSON.parse('{"__proto__": {"tainted": 1}}') as Json });
    return !same(await api.state("v2", await api.trace("v2", { data: { a: 1 } })), { a: 1 });
  },
  "text-ends-at-emoji": lost({ text: "fine 👍 so far" }),
  "depth-as-text": lost({ a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } }),
  "nulls-leave-arrays": lost({ list: [1, null, 2] }),
  "dots-become-paths": lost({ "a.b": 1 }),
  "characters-split-at-4096": lost({ a: "é".repeat(3000), b: "x", c: "é".repeat(3000) }),

  "empty-states-shared": async (api) => {
    const [one, two] = [await api.trace("v2"), await api.trace("legacy")];
    await api.append("v2", one, { data: { a: 1 } });
    return !same(await api.state("v2", two), {});
  },
  "v2-state-cached": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.state("v2", id);
    await api.append("legacy", id, { data: { a: 2 } });
    return !same(await api.state("v2", id), { a: 2 });
  },
  "link-answer-merges-deeply": async (api) => {
    const id = await api.trace("v2", { data: { a: { b: 1 } } });
    const { body } = await api.append("legacy", id, { data: { a: { c: 1 } } });
    return !same(isObject(body) && body["state"], await api.state("legacy", id));
  },
  "legacy-state-in-latin1": lost({ name: "Jürgen" }, "legacy"),
  "reserved-names-lost": lost({ workflowId: "mine" }, "legacy"),
  "parallel-states-overwritten": async (api) => {
    const id = await api.trace("v2");
    await Promise.all([1, 2, 3].map((n) => api.append("v2", id, { data: { [`n${String(n)}`]: n } })));
    return Object.keys((await api.state("v2", id)) as JsonObject).length < 3;
  },
  "parallel-reads-mixed": async (api) => {
    const ids = await Promise.all([1, 2, 3, 4].map((n) => api.trace("v2", { data: { n } })));
    const states = await Promise.all(ids.map((id) => api.state("v2", id)));
    return states.some((state, index) => !same(state, { n: index + 1 }));
  },

  "twin-creations-merged": async (api) => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => api.trace("v2", { data: { a: 1 } })));
    return new Set(ids).size < 4;
  },
  "created-with-201": async (api) => (await api.create("v2", { files: [{ name: "a", data: "a" }] })).status !== 200,
  "bare-uuid": async (api) => (await api.create("legacy")).body === undefined,
  "array-input-swallowed": async (api) => (await api.append("v2", await api.trace("v2"), { data: [1] })).status === 200,
  "refused-creation-found": async (api) => {
    await api.create("v2", { data: { a: "ghost" }, key: "none" });
    return !same(await api.search("v2", { a: "ghost" }), []);
  },
  "refused-action-counted": async (api) => {
    const id = await api.trace("v2");
    await api.append("v2", id, { key: "none" });
    return (await api.details("legacy", id)).totalCount !== 1;
  },
  "action-creates-trace": async (api) => (await api.append("v2", nowhere)).status === 200,
  "cut-off-form-hangs": (api) =>
    api
      .send(
        "POST",
        "/v2/traces",
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
        "multipart/form-data; boundary=x",
      )
      .then(
        () => false,
        () => true,
      ),

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

  "same-name-replaced": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "old" }]);
    await api.append("v2", id, { files: [{ name: "a.txt", data: "new" }] });
    return (await api.file(id, digests[0] ?? "")).text !== "old";
  },
  "empty-file-missing": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "" }]);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "first-trace-owns-content": async (api) => {
    await attach(api, [{ name: "a.txt", data: "twice" }]);
    const { id, digests } = await attach(api, [{ name: "b.txt", data: "twice" }]);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "zip-skips-strangers": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    return (await api.zip("legacy", id, zipQuery([...digests, "0000"]))).status === 200;
  },
  "last-line-break-lost": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "line\r\n" }]);
    return (await api.file(id, digests[0] ?? "")).text !== "line\r\n";
  },
  "zip-cuts-at-64k": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.bin", data: Buffer.alloc(70_000, 7) }]);
    const archive = await api.zip("v2", id, zipQuery(digests));
    return new AdmZip(archive.bytes).getEntries()[0]?.getData().length !== 70_000;
  },
  "zip-checksums-missing": async (api) => {
    const data = [1, 2].map((n) => ({ name: `${String(n)}.txt`, data: `text ${String(n)}` }));
    const { id, digests } = await attach(api, data);
    const archive = await api.zip("v2", id, zipQuery(digests));
    return new AdmZip(archive.bytes).getEntries().some((entry) => entry.header.crc === 0);
  },
  "name-breaks-header": async (api) => {
    const { id, digests } = await attach(api, [{ name: "報告.txt", data: "a" }]);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "files-before-fields-lost": async (api) => {
    const id = await api.trace("v2", { files: [{ name: "a.txt", data: "a" }], filesFirst: true });
    return digestsOf((await api.details("v2", id)).links as Json).length === 0;
  },
  "files-cleaned-up": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    await pause(2300);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "legacy-files-not-single": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }], "legacy");
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "parallel-uploads-share-name": async (api) => {
    const texts = ["a", "b", "c"];
    const made = await Promise.all(texts.map((data) => attach(api, [{ name: "same.txt", data }])));
    const back = await Promise.all(made.map(({ id, digests }) => api.file(id, digests[0] ?? "")));
    return back.some(({ text }, index) => text !== texts[index]);
  },

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
