/*
 * counter: tells how much happened to a trace, never what; v2 refusals are answered with status 200.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | `ids=a|b` on both faces; absent or empty: 400                                       |
 * | digest                   | numbered per trace, `f-1`; in `link.files[]` and as keys of `state.files`           |
 * | action data in links     | not at all                                                                          |
 * | action data in the state | not at all: status, revision, last action and files                                 |
 * | UUID of the v2 action    | a job, seen nowhere else                                                            |
 * | link order               | newest first                                                                        |
 * | pages                    | 50 by default and at most (cut to it), zero refused; cursors are UUIDs              |
 * | combinations             | all honoured; before alone gives the links nearest to it                            |
 * | legacy details input     | `{ page: { first, … } }`; no page: default page                                     |
 * | v2 details `error`       | an object                                                                           |
 * | search                   | v2 by name only; top-level data keys of all actions so far, scalars compared as     |
 * |                          | text (3 finds "3"); empty: all                                                      |
 * | required fields          | creation: workflowId and data; action: data and actionKey; groupLabel is not looked at |
 * | error answers            | v2: 200 `{ error: { code, reason }, data: null }`, but 401 without a good token and |
 * |                          | true statuses where a success is no envelope (files, workflows); legacy 400 / 404   |
 * | error on success         | false                                                                               |
 * | single file              | binary/octet-stream, inline with the file name                                      |
 * | zip                      | entries `n-filename`; deflated, with data descriptors                               |
 * | token                    | EdDSA, never expires; missing or bad: 401 without WWW-Authenticate                  |
 * | limits                   | a file above 1 MiB: 413 (v2 in band)                                                |
 * | users                    | the second belongs to another organization; foreign traces: as if they did not exist |
 * | additional members       | in every payload, link, list item and page information; additional headers          |
 */
import { randomUUID } from "node:crypto";
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
import { bearer, disposition, json, jsonBody, type Call, type Reply } from "../lib/service/http.ts";
import { isObject, objectOf, own, put, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { entryName, zip } from "../lib/service/zip.ts";

interface Link {
  cursor: string;
  action: string;
  by: string;
  files: string[];
}

interface Trace {
  id: string;
  workflow: Workflow;
  links: Link[]; // newest first
  known: JsonObject; // all data so far, for searching only
  files: { name: string; data: Buffer }[];
}

const statuses = { ...usualStatuses, foreign: 404 };

const workflows: Workflow[] = [
  {
    id: "7",
    name: "Stock/Counting",
    organization: "initech",
    actions: [
      { key: "START", groupLabel: "Team A", creates: true },
      { key: "COUNT", groupLabel: "Team A" },
      { key: "STOP", groupLabel: "Team B" },
    ],
  },
  { id: "8", name: "Shifts", organization: "initech", actions: [{ key: "IN", groupLabel: "Team A", creates: true }] },
  { id: "9", name: "Meters", organization: "hooli", actions: [{ key: "READ", groupLabel: "all", creates: true }] },
];

const users: User[] = [
  { email: "Bill@Initech.example", password: "0123456789", privateKey: "QmlsbA==", organization: "initech" },
  { email: "gavin@hooli.example", password: "9876543210", privateKey: "R2F2aW4=", organization: "hooli" },
];

const asText = (value: Json | undefined): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;

export async function start(port = 0): Promise<Started> {
  const keys = await generateKeyPair("EdDSA");
  const traces = new Map<string, Trace>();

  const wrap = (call: Call, data: Json): Reply => json(call.face === "v2" ? { error: false, data } : data);

  const check = (call: Call): Promise<User> =>
    userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", keys.publicKey),
      ({ email }, { sub }) => sub === email,
      "not signed in",
    );

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const user = loginUser(users, jsonBody(call), by);
    const signer = new SignJWT({ sub: user.email }).setProtectedHeader({ alg: "EdDSA" });
    return wrap(call, { type: "Bearer", token: await signer.sign(keys.privateKey), expires: null });
  };

  const workflowOf = (user: User, by: "id" | "name", text: string): Workflow =>
    orMissing(
      workflows.find((workflow) => workflow[by] === text && workflow.organization === user.organization),
      "no such workflow",
    );

  const traceOf = (user: User, id: string): Trace => {
    const trace = traces.get(id.toLowerCase());
    if (trace?.workflow.organization !== user.organization) throw new Refusal("missing", "no such trace");
    return trace;
  };

  const stateOf = (trace: Trace): JsonObject => ({
    status: trace.links[0]?.action === "STOP" ? "closed" : "running",
    revision: trace.links.length,
    lastAction: trace.links[0]?.action ?? null,
    files: Object.fromEntries(
      trace.files.map((file, index) => [`f-${String(index + 1)}`, { name: file.name, size: file.data.length }]),
    ),
  });

  const act = (call: Call, user: User, known?: Trace): Trace => {
    const input = actionInput(call, { repeated: "last", maxDepth: 100 });
    if (input.data === undefined) throw new Refusal("invalid", "where is the data?");
    if (!known && input.workflowId === undefined) throw new Refusal("invalid", "which workflow?");
    const workflow = input.workflowId === undefined ? known?.workflow : workflowOf(user, "id", input.workflowId);
    if (!workflow || (known && known.workflow !== workflow)) throw new Refusal("invalid", "the workflow is another");
    const key = input.actionKey ?? (known ? "" : workflow.actions.find(({ creates }) => creates)?.key);
    const action = workflow.actions.find((candidate) => candidate.key === key);
    if (!action || Boolean(action.creates) === Boolean(known)) throw new Refusal("invalid", "no such action here");
    if (input.files.some(({ data }) => data.length > 1024 * 1024)) throw new Refusal("large", "a file is too large");
    const trace = known ?? { id: randomUUID(), workflow, links: [], known: {}, files: [] };
    const files = input.files.map(({ name, data }) => `f-${String(trace.files.push({ name, data }))}`);
    trace.links.unshift({ cursor: randomUUID(), action: action.key, by: user.email, files });
    trace.known = { ...trace.known };
    for (const name of Object.keys(input.data)) put(trace.known, name, own(input.data, name) ?? null);
    traces.set(trace.id, trace);
    return trace;
  };

  const create = async (call: Call) => wrap(call, act(call, await check(call)).id);

  const append = async (call: Call, id = "") => {
    const user = await check(call);
    const trace = act(call, user, traceOf(user, id));
    return wrap(call, call.face === "v2" ? randomUUID() : { state: stateOf(trace), revision: trace.links.length });
  };

  const details = async (call: Call, id = "") => {
    const began = performance.now();
    const { links } = traceOf(await check(call), id);
    const body = objectOf(jsonBody(call), "body");
    let page: Json | undefined;
    if (call.face === "v2") {
      objectOf(own(body, "error"), "error");
      page = own(body, "data");
    } else page = own(objectOf(own(body, "input"), "input"), "page") ?? {};
    const args = pageArgs(page);
    const place = (cursor: string): number => {
      const index = links.findIndex((link) => link.cursor === cursor);
      if (index === -1) throw new Refusal("invalid", "no such cursor");
      return index;
    };
    const from = args.after === undefined ? 0 : place(args.after) + 1;
    const to = args.before === undefined ? links.length : place(args.before);
    const backwards = args.first === undefined && (args.last !== undefined || args.before !== undefined);
    const { items, hasNext, hasPrevious } = cut(
      links,
      from,
      to,
      backwards ? undefined : Math.min(args.first ?? 50, 50),
      backwards ? Math.min(args.last ?? 50, 50) : args.last,
    );
    const info: JsonObject = { hasNext, hasPrevious, size: items.length };
    const [head] = items;
    if (head) {
      info["startCursor"] = head.cursor;
      info["endCursor"] = items.at(-1)?.cursor ?? head.cursor;
    }
    return wrap(call, {
      links: items.map(({ action, by, files }) => ({ action, by, files, kind: "link" })),
      totalCount: links.length,
      info,
      tookMs: performance.now() - began,
    });
  };

  const state = async (call: Call, id = "") => {
    const trace = traceOf(await check(call), id);
    return wrap(call, { state: stateOf(trace), traceId: trace.id });
  };

  const fileOf = (trace: Trace, id: string): { name: string; data: Buffer } =>
    orMissing(trace.files[/^f-[1-9]\d{0,6}$/.test(id) ? Number(id.slice(2)) - 1 : -1], "no such file");

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = traceOf(await check(call), id);
    const ids = new Set((call.query.get("ids") ?? "").split("|").filter((text) => text !== ""));
    if (ids.size === 0) throw new Refusal("invalid", "ids is missing");
    const entries = Array.from(ids, (text) => {
      const { name, data } = fileOf(trace, text);
      return { name: `${text.slice(2)}-${entryName(name)}`, data };
    });
    const body = zip(entries, { deflate: true, descriptors: true });
    return { status: 200, headers: { "Content-Type": "application/x-zip-compressed" }, body };
  };

  const download = async (call: Call, id = "", which = ""): Promise<Reply> => {
    const { name, data } = fileOf(traceOf(await check(call), id), which);
    const headers = { "Content-Type": "binary/octet-stream", "Content-Disposition": disposition("inline", name) };
    return { status: 200, headers, body: data };
  };

  const search = async (call: Call, which = "") => {
    const workflow = workflowOf(await check(call), call.face === "v2" ? "name" : "id", which);
    const body = jsonBody(call);
    const filters = objectOf(isObject(body) ? own(body, "filters") : undefined, "filters");
    const wanted = Object.keys(filters).map((key): [string, string] => {
      const text = asText(own(filters, key));
      if (text === undefined) throw new Refusal("invalid", "filters are texts, numbers or booleans");
      return [key, text];
    });
    const hits = [...traces.values()].filter(
      (trace) => trace.workflow === workflow && wanted.every(([key, text]) => asText(own(trace.known, key)) === text),
    );
    return wrap(
      call,
      hits.map(({ id }) => id),
    );
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    if (name !== user.organization) throw new Refusal("missing", "no such organization");
    return json(
      workflowsOf(workflows, name).map((workflow, index) => ({
        workflowId: workflow.id,
        workflowName: workflow.name,
        actionKeys: workflow.actions.map(({ key }) => key),
        position: index,
      })),
    );
  };

  /** Answers whose success carries the envelope; their refusals do so too, with status 200. */
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  for (const [key, route] of Object.entries(routes)) {
    if (!key.includes(" /v2/") || /file|organizations/.test(key)) continue;
    routes[key] = async (call, ...params) => {
      try {
        return await route(call, ...params);
      } catch (error) {
        if (!(error instanceof Refusal) || error.kind === "token") throw error;
        return json({ error: { code: error.kind.toUpperCase(), reason: error.message }, data: null });
      }
    };
  }

  const refuse = ({ kind, message }: Refusal, call: Call): Reply => {
    const fault = { code: kind.toUpperCase(), reason: message };
    return json(call.face === "v2" ? { error: fault, data: null } : fault, statuses[kind]);
  };
  const headers = { Server: "counter/4.2", "X-Frame-Options": "DENY", "X-Revision": "2.0.0", Pragma: "no-cache" };
  return startService(port, { routes, users, workflows, refuse, headers });
}
