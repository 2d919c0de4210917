/*
 * vault: keeps everything under seal. It proves that something happened, and never tells what.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | `uris=a b`, parted by spaces, on both faces; absent or empty: 400                   |
 * | digest                   | a named information URI, `ni:///sha-256;…` (RFC 6920), as keys of `state.register`  |
 * | action data in links     | encrypted for the reader, otherwise in every answer: `link.sealed`, and no more     |
 * | action data in the state | not at all: height and head of a chain of hashes, and the register of files         |
 * | UUID of the v2 action    | the custodian, always the same                                                      |
 * | link order               | newest first                                                                        |
 * | pages                    | 4 by default, more than 12 refused, 0 is an empty page; cursors are hashes          |
 * | combinations             | first with last honoured; after with before refused                                 |
 * | legacy details input     | a number of links; anything else refused                                            |
 * | v2 details `error`       | a number                                                                            |
 * | search                   | v2 by name and by id; dotted keys of the state, of the same type; others refused;   |
 * |                          | empty: all                                                                          |
 * | required fields          | data, actionKey and workflowId, always; a groupLabel must be that of the action     |
 * | error answers            | 400 / 401 / 403 / 413, no body; what is not there is 403, like what is foreign      |
 * | error on success         | "OK"                                                                                |
 * | single file              | neither type nor name, chunked                                                      |
 * | zip                      | Zip64, entries `register/1`, … in the order of the register                         |
 * | token                    | encrypted (JWE), 15 minutes; missing or bad: 401                                    |
 * | limits                   | 60 requests per second, then 429 with Retry-After; data of 32 KiB, 5 files, 1 MiB   |
 * |                          | each; one request per connection                                                    |
 * | users                    | the second belongs to another organization                                          |
 * | ids                      | version 8 UUIDs; an unknown organization has no workflows                           |
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { CompactEncrypt, EncryptJWT, jwtDecrypt } from "jose";
import { ZipFile } from "yazl";
import {
  actionInput,
  cut,
  loginUser,
  pageArgs,
  workflowsOf,
  userOfToken,
  type PageArgs,
  type User,
  type Workflow,
} from "../lib/service/domain.ts";
import { bearer, json, jsonBody, type Call, type Reply } from "../lib/service/http.ts";
import { isUuid, objectOf, own, put, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";

interface Entry {
  hash: string;
  secret: Json;
}

interface Trace {
  id: string;
  workflow: Workflow;
  /** Newest first. */
  entries: Entry[];
  files: Map<string, Buffer>;
}

const perSecond = 60;
const mostData = 32 * 1024;
const mostBytes = 1024 * 1024;

const statuses = { ...usualStatuses, missing: 403, login: 403, media: 400 };

const workflows: Workflow[] = [
  {
    id: "wf_01J9ZK3T",
    name: "Custody of evidence",
    organization: "strongroom",
    actions: [
      { key: "deposit", groupLabel: "depositors", creates: true },
      { key: "inspect", groupLabel: "custodians" },
      { key: "release", groupLabel: "custodians" },
    ],
  },
  {
    id: "wf_01J9ZK4A",
    name: "Keys",
    organization: "cellar",
    actions: [{ key: "deposit", groupLabel: "depositors", creates: true }],
  },
];

const users: User[] = [
  { email: "vera@strongroom.example", password: "v3r4", privateKey: "age-1vera", organization: "strongroom" },
  { email: "karl@cellar.example", password: "k4rl", privateKey: "age-1karl", organization: "cellar" },
];

/** RFC 6920. */
function informationUri(data: Buffer): string {
  return `ni:///sha-256;${createHash("sha256").update(data).digest("base64url")}`;
}

export async function start(port = 0): Promise<Started> {
  const key = randomBytes(32);
  const traces = new Map<string, Trace>();
  let allowance = perSecond;
  let lastRefill = Date.now();

  const uuid = (): string => {
    const hex = randomBytes(16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-b${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const custodian = uuid();

  const wrap = (call: Call, data: Json): Reply => json(call.face === "v2" ? { data, error: "OK" } : data);

  const takeTurn = (): void => {
    const now = Date.now();
    allowance = Math.min(perSecond, allowance + ((now - lastRefill) * perSecond) / 1000);
    lastRefill = now;
    if (allowance < 1) throw new Refusal("busy", "slow down");
    allowance -= 1;
  };

  const check = (call: Call): Promise<User> =>
    userOfToken(
      users,
      jwtDecrypt(bearer(call.headers) ?? "", key),
      ({ email }, { sub }) => sub === email,
      "no good token",
    );

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const jwt = new EncryptJWT().setSubject(loginUser(users, jsonBody(call), by).email).setExpirationTime("15m");
    return wrap(call, { token: await jwt.setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(key) });
  };

  const workflowOf = (user: User, id: string, byName = false): Workflow => {
    const found = workflows.find((workflow) => workflow.id === id || (byName && workflow.name === id));
    if (found?.organization !== user.organization) throw new Refusal("missing", "no workflow");
    return found;
  };

  const traceOf = (user: User, id: string): Trace => {
    const trace = isUuid(id) ? traces.get(id.toLowerCase()) : undefined;
    if (trace?.workflow.organization !== user.organization) throw new Refusal("missing", "no trace");
    return trace;
  };

  const stateOf = (trace: Trace): JsonObject => {
    const register: JsonObject = {};
    for (const [uri, data] of trace.files) put(register, uri, { bytes: data.length });
    return { chain: { head: trace.entries[0]?.hash ?? "", height: trace.entries.length }, register };
  };

  const act = (call: Call, user: User, known?: Trace): Trace => {
    const { data, actionKey, workflowId, groupLabel, files } = actionInput(call, { repeated: "refuse" });
    if (data === undefined || actionKey === undefined || workflowId === undefined) {
      throw new Refusal("invalid", "incomplete");
    }
    const text = JSON.stringify(data);
    if (text.length > mostData || files.length > 5 || files.some((file) => file.data.length > mostBytes)) {
      throw new Refusal("large", "too much");
    }
    const workflow = workflowOf(user, workflowId);
    if (known && known.workflow !== workflow) throw new Refusal("invalid", "other workflow");
    const action = workflow.actions.find((candidate) => candidate.key === actionKey);
    if (!action || Boolean(action.creates) === Boolean(known)) throw new Refusal("invalid", "no action");
    if (groupLabel !== undefined && groupLabel !== action.groupLabel) throw new Refusal("foreign", "other group");
    const trace = known ?? { id: uuid(), workflow, entries: [], files: new Map<string, Buffer>() };
    for (const file of files) trace.files.set(informationUri(file.data), file.data);
    const uris = files.map((file) => informationUri(file.data));
    const secret = { actionKey, text, uris, by: user.email };
    const chained = `${trace.id}${trace.entries[0]?.hash ?? ""}${JSON.stringify(secret)}`;
    trace.entries.unshift({ hash: createHmac("sha256", key).update(chained).digest("hex"), secret });
    traces.set(trace.id, trace);
    return trace;
  };

  const create = async (call: Call) => wrap(call, act(call, await check(call)).id);

  const append = async (call: Call, id = "") => {
    const user = await check(call);
    const trace = act(call, user, traceOf(user, id));
    return wrap(call, call.face === "v2" ? custodian : { state: stateOf(trace) });
  };

  const legacyPage = (input: Json | undefined): PageArgs => {
    if (typeof input !== "number") throw new Refusal("invalid", "input is a number");
    return pageArgs({ first: input }, { zero: true });
  };

  const positionOf = (trace: Trace, cursor: string): number => {
    const position = trace.entries.findIndex(({ hash }) => hash === cursor);
    if (position === -1) throw new Refusal("invalid", "no cursor");
    return position;
  };

  const details = async (call: Call, id = "") => {
    const trace = traceOf(await check(call), id);
    const body = objectOf(jsonBody(call), "body");
    const v2 = call.face === "v2";
    if (v2 && typeof own(body, "error") !== "number") throw new Refusal("invalid", "error is a number");
    const args = v2 ? pageArgs(own(body, "data"), { zero: true }) : legacyPage(own(body, "input"));
    const { first, last, after, before } = args;
    if ((first ?? 0) > 12 || (last ?? 0) > 12) throw new Refusal("invalid", "too many");
    if (after !== undefined && before !== undefined) throw new Refusal("invalid", "after or before, not both");
    const from = after === undefined ? 0 : positionOf(trace, after) + 1;
    const to = before === undefined ? Infinity : positionOf(trace, before);
    const size = first === undefined && last === undefined ? 4 : first;
    const { items, ...more } = cut(trace.entries, from, to, size, last);
    const info: JsonObject = { ...more };
    if (items.length > 0) info["startCursor"] = items[0]?.hash ?? "";
    if (items.length > 0) info["endCursor"] = items.at(-1)?.hash ?? "";
    const links = items.map(async ({ secret }) => ({
      sealed: await new CompactEncrypt(Buffer.from(JSON.stringify(secret)))
        .setProtectedHeader({ alg: "A256GCMKW", enc: "A256GCM" })
        .encrypt(key),
    }));
    return wrap(call, { totalCount: trace.entries.length, links: await Promise.all(links), info });
  };

  const state = async (call: Call, id = "") => wrap(call, { state: stateOf(traceOf(await check(call), id)) });

  const fileOf = (trace: Trace, uri: string): Buffer => orMissing(trace.files.get(uri), "no file");

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = traceOf(await check(call), id);
    const wanted = new Set((call.query.get("uris") ?? "").split(" ").filter((uri) => uri !== ""));
    if (wanted.size === 0) throw new Refusal("invalid", "no uris");
    for (const uri of wanted) fileOf(trace, uri);
    const packer = new ZipFile();
    for (const [n, [uri, data]] of [...trace.files].entries()) {
      if (wanted.has(uri)) packer.addBuffer(data, `register/${String(n + 1)}`, { forceZip64Format: true });
    }
    packer.end({ forceZip64Format: true, comment: "sealed" });
    const body = await buffer(packer.outputStream);
    return { status: 200, headers: { "Content-Type": "application/zip" }, body };
  };

  const download = async (call: Call, id = "", uri = ""): Promise<Reply> => ({
    status: 200,
    body: fileOf(traceOf(await check(call), id), uri),
    chunked: true,
  });

  const search = async (call: Call, id = "") => {
    const workflow = workflowOf(await check(call), id, call.face === "v2");
    const filters = Object.entries(objectOf(own(objectOf(jsonBody(call), "body"), "filters"), "filters"));
    for (const [name, value] of filters) {
      const type = { "chain.head": "string", "chain.height": "number" }[name];
      if (typeof value !== type) throw new Refusal("invalid", `${name} cannot be searched`);
    }
    const hits = [...traces.values()].filter(({ workflow: its, entries }) => {
      const values: JsonObject = { "chain.head": entries[0]?.hash ?? "", "chain.height": entries.length };
      return its === workflow && filters.every(([name, value]) => values[name] === value);
    });
    return wrap(
      call,
      hits.map((trace) => trace.id),
    );
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    const items = name === user.organization ? workflowsOf(workflows, name) : [];
    return json(items.map((item) => ({ workflowId: item.id, workflowName: item.name })));
  };

  const refuse = ({ kind }: Refusal): Reply => ({
    status: statuses[kind],
    headers: kind === "busy" ? { "Retry-After": "1" } : {},
  });
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  return startService(port, { routes, users, workflows, refuse, before: takeTurn, closeConnections: true });
}
