/*
 * bazaar: easy-going about what is sent, meant to be looked at in a browser.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | `hashes[0]=a&hashes[1]=b` on both faces; absent: all files of the trace             |
 * | digest                   | salted SHA-256 in base32 (same content, other trace: other digest), in              |
 * |                          | `link.$link.files[]`                                                                |
 * | action data in links     | flattened into the link, beside `$link`                                             |
 * | action data in the state | `state.snapshot`, merged deeply; `state.history[]` names the actions                |
 * | UUID of the v2 action    | the trace                                                                           |
 * | link order               | newest first                                                                        |
 * | pages                    | v2 5 by default, more than 50 is cut to 50, 0 is an empty page; legacy 50           |
 * |                          | cursors are base64url of JSON; an empty page has none                               |
 * | combinations             | first with last honoured; after with before refused                                 |
 * | legacy details input     | ignored: always the default page                                                    |
 * | v2 details `error`       | false or null                                                                       |
 * | search                   | v2 by name only, in any case; filters nested like the data, any values; empty: none |
 * | required fields          | creation: workflowId alone; action: actionKey alone                                 |
 * | error answers            | 400 for nearly everything, an HTML page                                             |
 * | error on success         | `{ code: 0, message: "ok" }`                                                        |
 * | single file              | type guessed, attachment; gzip-encoded when asked, as is all else                   |
 * | zip                      | entries by digest and extension; deflated, with a comment                           |
 * | token                    | ES256, half an hour; missing or bad: redirected (302) to a login page               |
 * | limits                   | data may not have a member `$link`: 400                                             |
 * | users                    | the second belongs to another organization; foreign traces: 400                     |
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import {
  actionInput,
  cut,
  loginUser,
  pageArgs,
  workflowsOf,
  userOfToken,
  type User,
  type Workflow,
} from "../lib/service/domain.ts";
import {
  bearer,
  disposition,
  guessType,
  json,
  jsonBody,
  type Call,
  type Reply,
  type Routes,
} from "../lib/service/http.ts";
import {
  contains,
  deepMerge,
  isObject,
  objectOf,
  own,
  parseJson,
  type Json,
  type JsonObject,
} from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { entryName, zip } from "../lib/service/zip.ts";

interface Trace {
  id: string;
  workflow: Workflow;
  links: JsonObject[]; // newest first
  snapshot: JsonObject;
  files: Map<string, { name: string; data: Buffer }>;
}

const statuses = { ...usualStatuses, missing: 400, token: 302, login: 400, foreign: 400, media: 400 };

const workflows: Workflow[] = [
  {
    id: "orders-2026",
    name: "Orders 2026 (all)",
    organization: "grand.bazaar",
    actions: [
      { key: "order", groupLabel: "sellers", creates: true },
      { key: "haggle", groupLabel: "buyers" },
      { key: "deliver", groupLabel: "sellers" },
    ],
  },
  {
    id: "stalls",
    name: "Stalls",
    organization: "grand.bazaar",
    actions: [
      { key: "rent", groupLabel: "sellers", creates: true },
      { key: "renew", groupLabel: "sellers" },
    ],
  },
  { id: "fish", name: "Fish", organization: "harbour", actions: [{ key: "land", groupLabel: "crew", creates: true }] },
];

const users: User[] = [
  { email: "zoe@bazaar.example", password: "pässwörd", privateKey: "zoe.key.1", organization: "grand.bazaar" },
  { email: "finn@harbour.example", password: "herring", privateKey: "finn.key.1", organization: "harbour" },
];

const page = (title: string): string =>
  `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;

function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => parseInt(five.padEnd(5, "0"), 2).toString(32)).join("");
}

function wantsGzip(call: Call): boolean {
  const [, weight = "1"] = /\bgzip\b(?:\s*;\s*q=([\d.]+))?/i.exec(String(call.headers["accept-encoding"] ?? "")) ?? [
    "",
    "0",
  ];
  return Number(weight) > 0;
}

export async function start(port = 0): Promise<Started> {
  const keys = await generateKeyPair("ES256");
  const salt = randomBytes(16);
  const traces = new Map<string, Trace>();

  const wrap = (call: Call, data: Json): Reply =>
    json(call.face === "v2" ? { data, error: { code: 0, message: "ok" } } : data);

  const check = (call: Call): Promise<User> =>
    userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", keys.publicKey, { audience: "bazaar", typ: "at+jwt" }),
      ({ email }, { user }) => isObject(user) && own(user, "mail") === email,
      "Please sign in",
    );

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const user = loginUser(users, jsonBody(call), by);
    const token = await new SignJWT({ user: { mail: user.email, likes: ["tea"] } })
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
      .setAudience(["bazaar", "harbour"])
      .setNotBefore("0s")
      .setExpirationTime("30m")
      .sign(keys.privateKey);
    return wrap(call, { token });
  };

  const workflowOf = (user: User, by: "id" | "name", text: string): Workflow => {
    const found = workflows.find((item) => item[by].toLowerCase() === text.toLowerCase());
    if (found?.organization !== user.organization) throw new Refusal("missing", "No such workflow");
    return found;
  };

  const traceOf = (user: User, id: string): Trace => {
    const trace = traces.get(id.toLowerCase());
    if (trace?.workflow.organization !== user.organization) throw new Refusal("missing", "No such trace");
    return trace;
  };

  const stateOf = (trace: Trace): JsonObject => ({
    snapshot: trace.snapshot,
    history: trace.links.map((link) => own(objectOf(link["$link"], "$link"), "action") ?? null).reverse(),
  });

  const act = (call: Call, user: User, known?: Trace): Trace => {
    const input = actionInput(call, { repeated: "first", escapes: "percent" });
    if (known ? input.actionKey === undefined : input.workflowId === undefined) {
      throw new Refusal("invalid", known ? "Which action?" : "Which workflow?");
    }
    const workflow = input.workflowId === undefined ? known?.workflow : workflowOf(user, "id", input.workflowId);
    if (!workflow || (known && known.workflow !== workflow)) throw new Refusal("invalid", "Another workflow");
    const action =
      input.actionKey === undefined
        ? workflow.actions.find(({ creates }) => creates)
        : workflow.actions.find(({ key }) => key === input.actionKey);
    if (!action || (!known && !action.creates)) throw new Refusal("invalid", "No such action here");
    if ((input.groupLabel ?? action.groupLabel) !== action.groupLabel) throw new Refusal("invalid", "Another group");
    const data = input.data ?? {};
    if (Object.hasOwn(data, "$link")) throw new Refusal("invalid", "The name $link is taken");
    const trace = known ?? { id: randomUUID(), workflow, links: [], snapshot: {}, files: new Map<string, never>() };
    const files = input.files.map((file) => {
      const hash = createHash("sha256").update(salt).update(trace.id).update(file.data);
      const digest = base32(hash.digest());
      if (!trace.files.has(digest)) trace.files.set(digest, { name: file.name, data: file.data });
      return digest;
    });
    trace.links.unshift({ ...data, $link: { action: action.key, no: trace.links.length + 1, files } });
    const merged = deepMerge(trace.snapshot, data);
    trace.snapshot = isObject(merged) ? merged : {};
    traces.set(trace.id, trace);
    return trace;
  };

  const create = async (call: Call) => wrap(call, act(call, await check(call)).id);

  const append = async (call: Call, id = "") => {
    const user = await check(call);
    const trace = act(call, user, traceOf(user, id));
    return wrap(call, call.face === "v2" ? trace.id : { state: stateOf(trace) });
  };

  const details = async (call: Call, id = "") => {
    const trace = traceOf(await check(call), id);
    const { links } = trace;
    const body = objectOf(jsonBody(call), "The body");
    let asked: Json = { first: 50 };
    if (call.face === "v2") {
      const flag = own(body, "error");
      if (flag !== false && flag !== null) throw new Refusal("invalid", "The member error must be false or null");
      asked = objectOf(own(body, "data"), "data");
    }
    const { first, last, after, before } = pageArgs(asked, { nullIsAbsent: true, zero: true });
    if (after !== undefined && before !== undefined) throw new Refusal("invalid", "Either after or before");
    // A cursor tells the number of its link; numbers do not change when links are added.
    const cursor = (index: number): string =>
      Buffer.from(JSON.stringify({ t: trace.id.slice(0, 8), n: links.length - index })).toString("base64url");
    const place = (text: string): number => {
      const value = parseJson(Buffer.from(text, "base64url"));
      const number = isObject(value) && own(value, "t") === trace.id.slice(0, 8) ? own(value, "n") : undefined;
      if (typeof number !== "number" || !Number.isInteger(number) || number < 1 || number > links.length) {
        throw new Refusal("invalid", "No such cursor");
      }
      return links.length - number;
    };
    const from = after === undefined ? 0 : place(after) + 1;
    const to = before === undefined ? links.length : place(before);
    const ahead = first ?? (last === undefined ? 5 : undefined);
    const { items, hasNext, hasPrevious } = cut(
      links,
      from,
      to,
      ahead === undefined ? undefined : Math.min(ahead, 50),
      last === undefined ? undefined : Math.min(last, 50),
    );
    const info: JsonObject = { hasPrevious, hasNext };
    const start = items[0] ? links.indexOf(items[0]) : -1;
    if (start >= 0) Object.assign(info, { startCursor: cursor(start), endCursor: cursor(start + items.length - 1) });
    return wrap(call, { links: items, totalCount: links.length, info });
  };

  const state = async (call: Call, id = "") => wrap(call, { state: stateOf(traceOf(await check(call), id)) });

  const fileOf = (trace: Trace, digest: string): { name: string; data: Buffer } =>
    orMissing(trace.files.get(digest), "No such file");

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = traceOf(await check(call), id);
    const asked = [...call.query].filter(([key]) => /^hashes\[\d+\]$/.test(key)).map(([, digest]) => digest);
    const entries = Array.from(new Set(asked.length > 0 ? asked : trace.files.keys()), (digest) => {
      const { name, data } = fileOf(trace, digest);
      return { name: digest + (/\.\w{1,8}$/.exec(entryName(name))?.[0] ?? ".bin"), data };
    });
    const body = zip(entries, { deflate: true, comment: "With the compliments of the bazaar" });
    return { status: 200, headers: { "Content-Type": "application/zip" }, body };
  };

  const download = async (call: Call, id = "", digest = ""): Promise<Reply> => {
    const { name, data } = fileOf(traceOf(await check(call), id), digest);
    const headers = { "Content-Type": guessType(name), "Content-Disposition": disposition("attachment", name) };
    return { status: 200, headers, body: data };
  };

  const search = async (call: Call, which = "") => {
    const workflow = workflowOf(await check(call), call.face === "v2" ? "name" : "id", which);
    const filters = objectOf(own(objectOf(jsonBody(call), "The body"), "filters"), "filters");
    const candidates = Object.keys(filters).length === 0 ? [] : [...traces.values()];
    const hits = candidates.filter((trace) => trace.workflow === workflow && contains(trace.snapshot, filters));
    return wrap(
      call,
      hits.map((trace) => trace.id),
    );
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    if (name !== user.organization) throw new Refusal("missing", "No such organization");
    return json(workflowsOf(workflows, name).map((item) => ({ workflowId: item.id, workflowName: item.name })));
  };

  const refuse = ({ kind, message }: Refusal): Reply => {
    const headers: Record<string, string> = { "Content-Type": "text/html; charset=utf-8" };
    if (kind === "token") headers["Location"] = "/login?from=bazaar";
    return { status: statuses[kind], headers, body: page(message) };
  };

  const after = (reply: Reply, call: Call): Reply => {
    const headers: Record<string, string> = { ...reply.headers, Vary: "Accept-Encoding" };
    if (!wantsGzip(call)) return { ...reply, headers };
    headers["Content-Encoding"] = "gzip";
    return { ...reply, headers, body: gzipSync(reply.body ?? "") };
  };

  const routes: Routes = {
    ...routesOf({ login, create, append, details, state, archive, download, search, list }),
    "GET /login": () => ({ status: 200, headers: { "Content-Type": "text/html" }, body: page("Sign in") }),
  };
  const limits = { concurrency: 8, requestsPerSecond: 400 };
  return startService(port, { routes, users, workflows, refuse, after, limits });
}
