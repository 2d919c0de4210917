/*
 * courier: short tokens, short connections, terse plain text errors.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | v2 `digests[]=a&digests[]=b`, legacy `digest=a&digest=b`; absent or empty: 400      |
 * | digest                   | MD5 as base64url, in `link.meta.files.{name}.digest`                                |
 * | action data in links     | `link.body`, the JSON text as it was sent (v2) or as written anew (legacy)          |
 * | action data in the state | directly in `state`, top-level keys replaced by later actions; nothing else there   |
 * | UUID of the v2 action    | the trace                                                                           |
 * | link order               | newest first, `first` counts from the newest                                        |
 * | pages                    | 10 by default, more than 50 refused, 0 is an empty page; cursors are base64         |
 * | cursors of an empty page | empty strings                                                                       |
 * | combinations             | first with last honoured (first, then last of those); after with before refused     |
 * | legacy details input     | `{ data: { first, … } }`; anything else refused                                     |
 * | v2 details `error`       | any value, even absent; `data` absent: default page                                 |
 * | search                   | v2 by id only; filters are top-level state keys, string values only; empty: refused |
 * | required fields          | actionKey and workflowId; data is {} and the group that of the action by default    |
 * | error answers            | 400 / 404 / 403, text/plain                                                         |
 * | error on success         | ""                                                                                  |
 * | single file              | type guessed from the name, no disposition, ETag and If-None-Match                  |
 * | zip                      | entries by digest; stored, with data descriptors                                    |
 * | token                    | ES256, 20 seconds; missing, bad or expired: 403                                     |
 * | limits                   | file names with path characters: 400; one request per connection                    |
 * | users                    | the second belongs to the same organization and sees the same traces                |
 */
import { createHash, randomUUID } from "node:crypto";
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
import { bearer, guessType, json, jsonBody, type Call, type Reply } from "../lib/service/http.ts";
import { isObject, objectOf, own, put, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { zip } from "../lib/service/zip.ts";

interface Trace {
  id: string;
  workflow: Workflow;
  links: JsonObject[]; // newest first
  state: JsonObject;
  files: Map<string, { name: string; data: Buffer }>;
}

const statuses = { ...usualStatuses, token: 403, login: 403, media: 400 };

const workflows: Workflow[] = [
  {
    id: "wf-claims",
    name: "Réclamations auto",
    organization: "Müller & Söhne",
    actions: [
      { key: "claim.open", groupLabel: "front office", creates: true },
      { key: "claim.note", groupLabel: "front office" },
    ],
  },
  {
    id: "wf-returns",
    name: "Retours",
    organization: "Müller & Söhne",
    actions: [
      { key: "return.open", groupLabel: "front office", creates: true },
      { key: "return.note", groupLabel: "back office" },
    ],
  },
];

const pem = (text: string): string =>
  `-----BEGIN PRIVATE KEY-----\n${Buffer.from(text).toString("base64")}\n-----END PRIVATE KEY-----\n`;

const users: User[] = [
  { email: "eva@mueller.example", password: 'p w: "é"', privateKey: pem("key of eva"), organization: "Müller & Söhne" },
  {
    email: "jan@mueller.example",
    password: "pass+jan&",
    privateKey: pem("key of jan"),
    organization: "Müller & Söhne",
  },
];

export async function start(port = 0): Promise<Started> {
  const keys = await generateKeyPair("ES256");
  const traces: Trace[] = [];
  const byId = new Map<string, Trace>();

  const wrap = (call: Call, data: Json): Reply => json(call.face === "v2" ? { error: "", data } : data);

  const check = (call: Call): Promise<User> =>
    userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", keys.publicKey, { algorithms: ["ES256"] }),
      ({ email }, payload) => payload["email"] === email,
      "access denied",
    );

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const { email } = loginUser(users, jsonBody(call), by);
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ email, scope: "traces" })
      .setProtectedHeader({ alg: "ES256" })
      .setIssuedAt(now)
      .setExpirationTime(now + 20)
      .setJti(randomUUID())
      .sign(keys.privateKey);
    return wrap(call, { token });
  };

  const workflowOf = (id: string | undefined): Workflow =>
    orMissing(
      workflows.find((candidate) => candidate.id === id),
      "unknown workflow",
    );

  const traceOf = (id: string): Trace => orMissing(byId.get(id.toLowerCase()), "unknown trace");

  const act = (call: Call, known?: Trace): Trace => {
    const input = actionInput(call, { repeated: "last", escapes: "backslash" });
    if (input.actionKey === undefined) throw new Refusal("invalid", "actionKey is missing");
    if (input.workflowId === undefined) throw new Refusal("invalid", "workflowId is missing");
    const workflow = workflowOf(input.workflowId);
    if (known && known.workflow !== workflow) throw new Refusal("invalid", "wrong workflow for this trace");
    const action = workflow.actions.find((candidate) => candidate.key === input.actionKey);
    if (!action) throw new Refusal("invalid", "unknown action");
    if (!known && !action.creates) throw new Refusal("invalid", "this action does not create traces");
    if (input.groupLabel !== undefined && input.groupLabel !== action.groupLabel) {
      throw new Refusal("invalid", "wrong group");
    }
    for (const { name } of input.files) {
      if (name === "" || /[/\\]|^\.+$/.test(name)) throw new Refusal("invalid", "bad file name");
    }
    const data = input.data ?? {};
    const trace: Trace = known ?? { id: randomUUID(), workflow, links: [], state: {}, files: new Map() };
    const files: JsonObject = {};
    for (const file of input.files) {
      const digest = createHash("md5").update(file.data).digest("base64url");
      if (!trace.files.has(digest)) trace.files.set(digest, { name: file.name, data: file.data });
      let label = file.name;
      for (let n = 2; Object.hasOwn(files, label); n += 1) label = `${file.name} #${String(n)}`;
      put(files, label, { digest, bytes: file.data.length, field: file.part });
    }
    trace.links.unshift({
      linkUuid: randomUUID(),
      type: action.key,
      body: input.dataText ?? JSON.stringify(data),
      meta: { number: trace.links.length, files },
    });
    trace.state = { ...trace.state, ...data };
    if (!known) {
      traces.push(trace);
      byId.set(trace.id, trace);
    }
    return trace;
  };

  const create = async (call: Call) => {
    await check(call);
    return wrap(call, act(call).id);
  };

  const append = async (call: Call, id = "") => {
    await check(call);
    const trace = act(call, traceOf(id));
    return wrap(call, call.face === "v2" ? trace.id : { state: trace.state });
  };

  const details = async (call: Call, id = "") => {
    await check(call);
    const { links } = traceOf(id);
    const body = objectOf(jsonBody(call), "body");
    let page: Json | undefined;
    if (call.face === "v2") page = own(body, "data") ?? {};
    else page = own(objectOf(own(body, "input"), "input"), "data");
    const { first, last, after, before } = pageArgs(page, { nullIsAbsent: true, zero: true });
    if (after !== undefined && before !== undefined)
      throw new Refusal("invalid", "after and before exclude each other");
    if ((first ?? 0) > 50 || (last ?? 0) > 50) throw new Refusal("invalid", "at most 50 links at a time");
    const cursorAt = (index: number): string =>
      Buffer.from(`link:${String(links.length - 1 - index)}`).toString("base64");
    const indexOf = (cursor: string): number => {
      const number = /^link:(\d{1,9})$/.exec(Buffer.from(cursor, "base64").toString("latin1"))?.[1];
      const index = links.length - 1 - Number(number ?? NaN);
      if (!(index >= 0)) throw new Refusal("invalid", "bad cursor");
      return index;
    };
    const from = after === undefined ? 0 : indexOf(after) + 1;
    const to = before === undefined ? links.length : indexOf(before);
    const { items, hasNext, hasPrevious } = cut(
      links,
      from,
      to,
      first ?? (last === undefined && before === undefined ? 10 : undefined),
      last ?? (first === undefined && before !== undefined ? 10 : undefined),
    );
    const begin = items[0] === undefined ? -1 : links.indexOf(items[0]);
    const info = {
      startCursor: begin < 0 ? "" : cursorAt(begin),
      endCursor: begin < 0 ? "" : cursorAt(begin + items.length - 1),
      hasNext,
      hasPrevious,
    };
    return wrap(call, { totalCount: links.length, info, links: items });
  };

  const state = async (call: Call, id = "") => {
    await check(call);
    return wrap(call, { state: traceOf(id).state });
  };

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    await check(call);
    const trace = traceOf(id);
    const digests = new Set(call.query.getAll(call.face === "v2" ? "digests[]" : "digest"));
    if (digests.size === 0) throw new Refusal("invalid", "which files?");
    const entries = Array.from(digests, (digest) => {
      const file = trace.files.get(digest);
      if (!file) throw new Refusal("missing", "unknown file");
      return { name: digest, data: file.data };
    });
    return { status: 200, headers: { "Content-Type": "application/zip" }, body: zip(entries, { descriptors: true }) };
  };

  const download = async (call: Call, id = "", digest = ""): Promise<Reply> => {
    await check(call);
    const file = traceOf(id).files.get(digest);
    if (!file) throw new Refusal("missing", "unknown file");
    const headers = { "Content-Type": guessType(file.name), ETag: `"${digest}"`, "Cache-Control": "private" };
    if (call.headers["if-none-match"] === headers.ETag) return { status: 304, headers };
    return { status: 200, headers, body: file.data };
  };

  const search = async (call: Call, id = "") => {
    await check(call);
    const workflow = workflowOf(id);
    const body = jsonBody(call);
    const filters = isObject(body) ? own(body, "filters") : undefined;
    const wanted = Object.entries(objectOf(filters, "filters"));
    if (wanted.length === 0) throw new Refusal("invalid", "filters is empty");
    if (wanted.some(([, value]) => typeof value !== "string")) throw new Refusal("invalid", "only strings, please");
    const hits = traces.filter(
      (trace) => trace.workflow === workflow && wanted.every(([key, value]) => own(trace.state, key) === value),
    );
    return wrap(
      call,
      hits.map((trace) => trace.id),
    );
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    if (name !== user.organization) throw new Refusal("missing", "unknown organization");
    return json(workflowsOf(workflows, name).map((item) => ({ workflowName: item.name, workflowId: item.id })));
  };

  const refuse = ({ kind, message }: Refusal): Reply => ({
    status: statuses[kind],
    headers: { "Content-Type": "text/plain" },
    body: `${message}\n`,
  });
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  return startService(port, { routes, users, workflows, refuse, closeConnections: true });
}
