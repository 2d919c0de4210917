/*
 * notary: guarded and quiet. Sealed cursors, upper case identifiers, refusals without a word.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | `digests=a&digests=b` on both faces; absent: 400                                    |
 * | digest                   | SHA-1 as upper case hex, as keys of `link.evidence`                                 |
 * | action data in links     | `link.content`, base64 of JSON                                                      |
 * | action data in the state | `state.data`, a JSON merge patch per action: null deletes                           |
 * | UUID of the v2 action    | the link, found as `link.meta.ref`                                                  |
 * | link order               | oldest first                                                                        |
 * | pages                    | 10 by default, more than 25 refused, zero refused; cursors are encrypted and differ |
 * |                          | from answer to answer                                                               |
 * | combinations             | first with after, last with before; every other pair refused                        |
 * | legacy details input     | `{ traceId?, first, … }`, other members refused, null: default page                 |
 * | v2 details `error`       | any value, but it must be there                                                     |
 * | search                   | v2 by id only; dotted keys into the data (`a.b`), scalars of the same type;         |
 * |                          | empty refused; the last written comes first                                         |
 * | required fields          | creation: all; action: actionKey and groupLabel                                     |
 * | error answers            | 400 / 401 / 403 / 404, 410 for files; no body                                       |
 * | error on success         | []                                                                                  |
 * | single file              | the content type of the part, attachment named by digest                            |
 * | zip                      | a folder with the file names in it, and an entry for the folder                     |
 * | token                    | HS512, 90 seconds, odd claims; missing: 400, bad: 401                               |
 * | limits                   | 150 requests per second, then 429 with Retry-After; whole numbers over 2^53: 400    |
 * | users                    | the second belongs to another organization; foreign traces: 403                     |
 * | ids                      | UUIDs in upper case, taken in either case                                           |
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { jwtVerify, SignJWT } from "jose";
import { ZipFile } from "yazl";
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
import { isObject, isUuid, mergePatch, objectOf, own, put, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import type { FilePart } from "../lib/service/multipart.ts";
import { Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { distinctNames, entryName } from "../lib/service/zip.ts";

interface Trace {
  id: string;
  workflow: Workflow;
  links: JsonObject[];
  data: JsonObject;
  files: Map<string, FilePart>;
}

const statuses = { ...usualStatuses, media: 400 };

class Gone extends Refusal {}
class NoToken extends Refusal {}

const perSecond = 150;

const workflows: Workflow[] = [
  {
    id: "D94F3C1A-6E7B-4B53-9A55-2F0C5E1B7A90",
    name: "Deeds",
    organization: "chamber",
    actions: [
      { key: "deed:register", groupLabel: "notaries", creates: true },
      { key: "deed:amend", groupLabel: "notaries" },
      { key: "deed:witness", groupLabel: "witnesses" },
    ],
  },
  {
    id: "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D",
    name: "Wills",
    organization: "guild",
    actions: [{ key: "will:register", groupLabel: "all", creates: true }],
  },
];

const users: User[] = [
  { email: "nora@chamber.example", password: "n0ra", privateKey: "0xa11ce", organization: "chamber" },
  { email: "otto@guild.example", password: "o77o", privateKey: "0xb0b", organization: "guild" },
];

const uuid = (): string => randomUUID().toUpperCase();

export async function start(port = 0): Promise<Started> {
  const secret = randomBytes(64);
  const cursorKey = randomBytes(32);
  const traces = new Map<string, Trace>();
  let allowance = perSecond;
  let lastRefill = Date.now();

  const wrap = (call: Call, data: Json): Reply => json(call.face === "v2" ? { error: [], data } : data);

  const takeTurn = (): void => {
    const now = Date.now();
    allowance = Math.min(perSecond, allowance + ((now - lastRefill) * perSecond) / 1000);
    lastRefill = now;
    if (allowance < 1) throw new Refusal("busy", "slow down");
    allowance -= 1;
  };

  const check = async (call: Call): Promise<User> => {
    if (call.headers.authorization === undefined) throw new NoToken("token", "no token");
    return userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", secret, { algorithms: ["HS512"] }),
      (_, payload, index) => payload["urn:user"] === index,
      "bad token",
    );
  };

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const index = users.indexOf(loginUser(users, jsonBody(call), by));
    const now = Date.now() / 1000;
    const claims = { "urn:user": index, aud: ["a", "b"], roles: [{ n: null }], iat: now, exp: now + 90.25, ü: true };
    const signer = new SignJWT(claims).setProtectedHeader({ alg: "HS512", cty: "odd" });
    return wrap(call, { token: await signer.sign(secret) });
  };

  const workflowOf = (user: User, id: string): Workflow => {
    const found = workflows.find((workflow) => workflow.id === id.toUpperCase());
    if (!found) throw new Refusal("missing", "no workflow");
    if (found.organization !== user.organization) throw new Refusal("foreign", "not yours");
    return found;
  };

  const traceOf = (user: User, id: string): Trace => {
    if (!isUuid(id)) throw new Refusal("invalid", "no UUID");
    const trace = traces.get(id.toUpperCase());
    if (!trace) throw new Refusal("missing", "no trace");
    if (trace.workflow.organization !== user.organization) throw new Refusal("foreign", "not yours");
    return trace;
  };

  const seal = (trace: Trace, index: number): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", cursorKey, nonce);
    const text = Buffer.concat([cipher.update(`${trace.id}/${String(index)}`), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
  };

  const unseal = (trace: Trace, cursor: string): number => {
    const bytes = Buffer.from(cursor, "base64url");
    try {
      const decipher = createDecipheriv("aes-256-gcm", cursorKey, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
      const [id, index] = text.split("/");
      if (id === trace.id) return Number(index);
    } catch {
      // falls through: not a cursor of ours
    }
    throw new Refusal("invalid", "no cursor");
  };

  const act = (call: Call, user: User, known?: Trace): { trace: Trace; ref: string } => {
    const input = actionInput(call, { exactIntegers: true, repeated: "refuse", maxDepth: 64 });
    if (input.actionKey === undefined || input.groupLabel === undefined) throw new Refusal("invalid", "incomplete");
    if (!known && (input.workflowId === undefined || !input.data)) throw new Refusal("invalid", "incomplete");
    const workflow = input.workflowId === undefined ? known?.workflow : workflowOf(user, input.workflowId);
    if (!workflow || (known && known.workflow !== workflow)) throw new Refusal("invalid", "other workflow");
    const action = workflow.actions.find(({ key }) => key === input.actionKey);
    if (!action || Boolean(action.creates) === Boolean(known)) throw new Refusal("invalid", "no action");
    if (action.groupLabel !== input.groupLabel) throw new Refusal("foreign", "other group");
    const trace = known ?? { id: uuid(), workflow, links: [], data: {}, files: new Map<string, FilePart>() };
    const evidence: JsonObject = {};
    for (const file of input.files) {
      const digest = createHash("sha1").update(file.data).digest("hex").toUpperCase();
      if (!trace.files.has(digest)) trace.files.set(digest, file);
      const others = own(evidence, digest);
      put(evidence, digest, [...(Array.isArray(others) ? others : []), { field: file.part, title: file.name }]);
    }
    const ref = uuid();
    const content = Buffer.from(JSON.stringify(input.data ?? {})).toString("base64");
    trace.links.push({ meta: { ref, deed: action.key, party: action.groupLabel }, content, evidence });
    const patched = mergePatch(trace.data, input.data ?? {});
    trace.data = isObject(patched) ? patched : {};
    // A trace that was written to moves to the end, where search begins.
    traces.delete(trace.id);
    traces.set(trace.id, trace);
    return { trace, ref };
  };

  const stateOf = (trace: Trace): JsonObject => ({ data: trace.data, version: `v${String(trace.links.length)}` });

  const create = async (call: Call) => wrap(call, act(call, await check(call)).trace.id);

  const append = async (call: Call, id = "") => {
    const user = await check(call);
    const { trace, ref } = act(call, user, traceOf(user, id));
    return wrap(call, call.face === "v2" ? ref : { state: stateOf(trace) });
  };

  const details = async (call: Call, id = "") => {
    const trace = traceOf(await check(call), id);
    const body = objectOf(jsonBody(call), "body");
    let page: Json | undefined;
    if (call.face === "v2") {
      if (own(body, "error") === undefined) throw new Refusal("invalid", "no error member");
      page = own(body, "data");
    } else {
      page = own(body, "input");
      if (page === null) page = {};
      const strange = Object.keys(objectOf(page, "input")).filter(
        (key) => !["traceId", "first", "last", "after", "before"].includes(key),
      );
      const named = own(objectOf(page, "input"), "traceId") ?? id;
      const same = typeof named === "string" && named.toUpperCase() === trace.id;
      if (strange.length > 0 || !same) throw new Refusal("invalid", "bad input");
    }
    const { first, last, after, before } = pageArgs(page);
    const forwards = first !== undefined || after !== undefined;
    const backwards = last !== undefined || before !== undefined;
    if (forwards && backwards) throw new Refusal("invalid", "bad combination");
    const size = first ?? last ?? 10;
    if (size > 25) throw new Refusal("invalid", "too many");
    const from = after === undefined ? 0 : unseal(trace, after) + 1;
    const to = before === undefined ? trace.links.length : unseal(trace, before);
    const { items, ...more } = backwards
      ? cut(trace.links, from, to, undefined, size)
      : cut(trace.links, from, to, size);
    const info: JsonObject = { ...more };
    const start = items[0] ? trace.links.indexOf(items[0]) : -1;
    if (start >= 0) {
      info["startCursor"] = seal(trace, start);
      info["endCursor"] = seal(trace, start + items.length - 1);
    }
    return wrap(call, { info, links: items, totalCount: trace.links.length });
  };

  const state = async (call: Call, id = "") => wrap(call, { state: stateOf(traceOf(await check(call), id)) });

  const fileOf = (trace: Trace, digest: string): FilePart => {
    const file = trace.files.get(digest.toUpperCase());
    if (!file) throw new Gone("missing", "no file");
    return file;
  };

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = traceOf(await check(call), id);
    const digests = new Set(call.query.getAll("digests").map((digest) => digest.toUpperCase()));
    if (digests.size === 0) throw new Refusal("invalid", "no digests");
    const files = Array.from(digests, (digest) => fileOf(trace, digest));
    const folder = `trace-${trace.id}`;
    const packer = new ZipFile();
    packer.addEmptyDirectory(folder);
    for (const { name, data } of distinctNames(files.map((file) => ({ ...file, name: entryName(file.name) })))) {
      packer.addBuffer(data, `${folder}/${name}`);
    }
    packer.end();
    const headers = { "Content-Type": "application/zip", "Content-Disposition": `attachment; filename=${folder}.zip` };
    return { status: 200, headers, body: await buffer(packer.outputStream) };
  };

  const download = async (call: Call, id = "", digest = ""): Promise<Reply> => {
    const file = fileOf(traceOf(await check(call), id), digest);
    const type = /^[\w.+-]+\/[\w.+-]+/.exec(file.type)?.[0] ?? "application/octet-stream";
    const headers = { "Content-Type": type, "Content-Disposition": disposition("attachment", digest.toUpperCase()) };
    return { status: 200, headers, body: file.data };
  };

  /** The value at a dotted key; a key that really has dots in it goes first. */
  const lookUp = (value: Json | undefined, key: string): Json | undefined => {
    if (!isObject(value)) return undefined;
    if (Object.hasOwn(value, key)) return own(value, key);
    const dot = key.indexOf(".");
    return dot === -1 ? undefined : lookUp(own(value, key.slice(0, dot)), key.slice(dot + 1));
  };

  const search = async (call: Call, id = "") => {
    const workflow = workflowOf(await check(call), id);
    const filters = objectOf(own(objectOf(jsonBody(call), "body"), "filters"), "filters");
    const keys = Object.keys(filters);
    if (keys.length === 0 || keys.some((key) => typeof (own(filters, key) ?? {}) === "object")) {
      throw new Refusal("invalid", "bad filters");
    }
    const hits = [...traces.values()].filter(
      (trace) => trace.workflow === workflow && keys.every((key) => lookUp(trace.data, key) === own(filters, key)),
    );
    return wrap(call, hits.map((trace) => trace.id).reverse());
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    if (name !== user.organization) throw new Refusal("foreign", "not yours");
    return json(workflowsOf(workflows, name).map((item) => ({ workflowId: item.id, workflowName: item.name })));
  };

  const refuse = (refusal: Refusal): Reply => {
    if (refusal instanceof Gone) return { status: 410 };
    if (refusal instanceof NoToken) return { status: 400 };
    return { status: statuses[refusal.kind], headers: refusal.kind === "busy" ? { "Retry-After": "1" } : {} };
  };
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  return startService(port, { routes, users, workflows, refuse, before: takeTurn });
}
