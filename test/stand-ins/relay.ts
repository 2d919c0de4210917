/*
 * relay: linked data over a slow line. Every answer takes its time, and answers overtake each other.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | v2 `d[0]=a&d[1]=b`, legacy `d=a&d=b`; absent: 406                                   |
 * | digest                   | `sha-384=` and base64 (with / + =) of content and salt, new for every upload, in    |
 * |                          | `link["dct:hasPart"][]["dct:identifier"]`                                           |
 * | action data in links     | `link["prov:value"]["@value"]`, beside a signed address that differs in each answer |
 * | action data in the state | `state.history[].input`; `state.meta` counts                                        |
 * | UUID of the v2 action    | the link, found as `urn:uuid:…` in `link["@id"]`                                    |
 * | link order               | oldest first                                                                        |
 * | pages                    | 2 by default, more than 100 is cut to 100, 0 is an empty page; an end cursor only   |
 * | combinations             | all honoured                                                                        |
 * | legacy details input     | ignored, even when absent: always all links, without cursors                        |
 * | v2 details `error`       | anything, even absent; `data` absent: default page                                  |
 * | search                   | v2 by id and by name; what the state contains, as PostgreSQL's `@>`; empty: all;    |
 * |                          | in another order each time                                                          |
 * | required fields          | creation: workflowId; action: none (the usual action of the workflow)               |
 * | error answers            | 406 / 410 / 413 / 498 / 499; v2 `{ error: { "@type", text }, data: {} }`, legacy    |
 * |                          | a JSON string                                                                       |
 * | error on success         | 200                                                                                 |
 * | single file              | application/octet-stream, attachment without a name; brotli when asked              |
 * | zip                      | a folder with entries by percent-encoded digest; stored                             |
 * | token                    | HS256, one hour; missing: 499, bad: 498                                             |
 * | limits                   | none but 32 MiB                                                                     |
 * | users                    | the second belongs to another organization; foreign traces: as if they did not exist |
 * | ids                      | UUIDs are taken in lower case only; an unknown workflow has no traces               |
 */
import { createHash, createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { jwtVerify, SignJWT } from "jose";
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
import { isObject, objectOf, own, sameJson, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { zip } from "../lib/service/zip.ts";

interface Step {
  id: string;
  action: string;
  by: string;
  at: string;
  input: JsonObject;
  files: { digest: string; label: string }[];
}

interface Trace {
  id: string;
  workflow: Workflow;
  steps: Step[];
  files: Map<string, Buffer>;
}

class NoToken extends Refusal {}

const statuses = { ...usualStatuses, invalid: 406, missing: 410, token: 498, login: 406, foreign: 410, media: 406 };

const workflows: Workflow[] = [
  {
    id: "https://relay.example/w/baton?v=2",
    name: "Baton",
    organization: "stadium",
    actions: [
      { key: "prov:Start", groupLabel: "https://relay.example/g/1", creates: true },
      { key: "prov:Communication", groupLabel: "https://relay.example/g/2" },
      { key: "prov:End", groupLabel: "https://relay.example/g/2" },
    ],
  },
  {
    id: "https://relay.example/w/torch?v=1",
    name: "Torch",
    organization: "stadium",
    actions: [{ key: "prov:Start", groupLabel: "https://relay.example/g/1", creates: true }],
  },
  {
    id: "https://relay.example/w/lane",
    name: "Lane",
    organization: "track",
    actions: [{ key: "prov:Start", groupLabel: "all", creates: true }],
  },
];

const users: User[] = [
  { email: "rita@stadium.example", password: "r1t4", privateKey: "did:key:rita", organization: "stadium" },
  { email: "theo@track.example", password: "th30", privateKey: "did:key:theo", organization: "track" },
];

function saltedDigest(data: Buffer): string {
  return `sha-384=${createHash("sha384").update(data).update(randomBytes(16)).digest("base64")}`;
}

/** As PostgreSQL's `@>`: members and items of the part are found in the whole, at the same depth. */
function holds(whole: Json | undefined, part: Json): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.every((wanted) => whole.some((item) => holds(item, wanted)));
  }
  if (!isObject(part)) return sameJson(whole, part);
  return isObject(whole) && Object.keys(part).every((key) => holds(own(whole, key), own(part, key) ?? null));
}

export async function start(port = 0): Promise<Started> {
  const secret = randomBytes(32);
  const traces = new Map<string, Trace>();

  const wrap = (call: Call, data: Json): Reply => json(call.face === "v2" ? { error: 200, data } : data);

  const check = async (call: Call): Promise<User> => {
    if (call.headers.authorization === undefined) throw new NoToken("token", "token required");
    return userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", secret),
      ({ email }, { sub }) => sub === email,
      "invalid token",
    );
  };

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const jwt = new SignJWT().setSubject(loginUser(users, jsonBody(call), by).email).setExpirationTime("1h");
    return wrap(call, { token: await jwt.setProtectedHeader({ alg: "HS256", typ: "at+jwt" }).sign(secret) });
  };

  const workflowOf = (user: User, id: string, byName = false): Workflow | undefined =>
    workflows.find((one) => one.organization === user.organization && (one.id === id || (byName && one.name === id)));

  const traceOf = (user: User, id: string): Trace => {
    const trace = traces.get(id);
    if (trace?.workflow.organization !== user.organization) throw new Refusal("missing", "no such trace");
    return trace;
  };

  const stateOf = ({ steps, files, workflow }: Trace): JsonObject => ({
    meta: { workflow: workflow.name, steps: steps.length, files: files.size },
    history: steps.map(({ action, by, at, input }) => ({ action, by, at, input })),
  });

  const linkOf = (trace: Trace, { id, action, by, at, input, files }: Step): JsonObject => {
    const nonce = randomBytes(9).toString("base64url");
    const signature = createHmac("sha256", secret).update(`${id}${nonce}`).digest("base64url");
    return {
      "@context": { prov: "http://www.w3.org/ns/prov#", dct: "http://purl.org/dc/terms/" },
      "@id": `urn:uuid:${id}`,
      "@type": ["prov:Activity", action],
      "prov:wasAssociatedWith": { "@id": `mailto:${by}` },
      "prov:endedAtTime": { "@type": "xsd:dateTime", "@value": at },
      "prov:value": { "@type": "rdf:JSON", "@value": input },
      "dct:isPartOf": { "@id": `urn:uuid:${trace.id}` },
      "dct:hasPart": files.map(({ digest, label }) => ({ "dct:identifier": digest, "dct:title": label })),
      "foaf:page": `https://relay.example/look/${id}?n=${nonce}&s=${signature}`,
    };
  };

  const act = (call: Call, user: User, known?: Trace): { trace: Trace; step: Step } => {
    const { data = {}, actionKey, workflowId, files } = actionInput(call, { repeated: "first" });
    const workflow = workflowId === undefined ? known?.workflow : workflowOf(user, workflowId);
    if (!workflow || (known && known.workflow !== workflow)) throw new Refusal("invalid", "which workflow?");
    const possible = workflow.actions.filter((action) => Boolean(action.creates) !== Boolean(known));
    const action = actionKey === undefined ? possible[0] : possible.find(({ key }) => key === actionKey);
    if (!action) throw new Refusal("invalid", "no such action");
    const trace = known ?? { id: randomUUID(), workflow, steps: [], files: new Map<string, Buffer>() };
    const named = files.map((file) => ({ digest: saltedDigest(file.data), label: file.name, data: file.data }));
    for (const { digest, data } of named) trace.files.set(digest, data);
    const step: Step = {
      id: randomUUID(),
      action: action.key,
      by: user.email,
      at: new Date().toISOString(),
      input: data,
      files: named.map(({ digest, label }) => ({ digest, label })),
    };
    trace.steps.push(step);
    traces.set(trace.id, trace);
    return { trace, step };
  };

  const create = async (call: Call) => wrap(call, act(call, await check(call)).trace.id);

  const append = async (call: Call, id = "") => {
    const user = await check(call);
    const { trace, step } = act(call, user, traceOf(user, id));
    return wrap(call, call.face === "v2" ? step.id : { state: stateOf(trace) });
  };

  const cursorOf = ({ id }: Step): string => `${id.slice(0, 8)}:${id.slice(-12)}`;

  const positionOf = (trace: Trace, cursor: string): number => {
    const position = trace.steps.findIndex((step) => cursorOf(step) === cursor);
    if (position === -1) throw new Refusal("invalid", "no such cursor");
    return position;
  };

  const details = async (call: Call, id = "") => {
    const trace = traceOf(await check(call), id);
    const body = objectOf(jsonBody(call), "body");
    const v2 = call.face === "v2";
    const args: PageArgs = v2 ? pageArgs(own(body, "data") ?? {}, { nullIsAbsent: true, zero: true }) : {};
    const from = args.after === undefined ? 0 : positionOf(trace, args.after) + 1;
    const to = args.before === undefined ? Infinity : positionOf(trace, args.before);
    const usual = v2 && args.first === undefined && args.last === undefined ? 2 : undefined;
    const most = (size = usual): number | undefined => (size === undefined ? size : Math.min(size, 100));
    const { items, ...more } = cut(trace.steps, from, to, most(args.first), args.last && most(args.last));
    const end = items.at(-1);
    const info = { "@type": "Page", ...more, ...(v2 && end ? { endCursor: cursorOf(end) } : {}), took: randomInt(9) };
    const links = items.map((step) => linkOf(trace, step));
    return wrap(call, { "@type": "Links", links, totalCount: trace.steps.length, info });
  };

  const state = async (call: Call, id = "") => wrap(call, { state: stateOf(traceOf(await check(call), id)) });

  const fileOf = (trace: Trace, digest: string): Buffer => orMissing(trace.files.get(digest), "no such file");

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = traceOf(await check(call), id);
    const name = call.face === "v2" ? /^d\[\d+\]$/ : /^d$/;
    const digests = new Set([...call.query].filter(([key]) => name.test(key)).map(([, value]) => value));
    if (digests.size === 0) throw new Refusal("invalid", "no digests");
    const entries = Array.from(digests, (digest) => ({
      name: `files/${encodeURIComponent(digest)}`,
      data: fileOf(trace, digest),
    }));
    const body = zip([{ name: "files/", data: Buffer.alloc(0) }, ...entries]);
    return { status: 200, headers: { "Content-Type": "application/zip" }, body };
  };

  const download = async (call: Call, id = "", digest = ""): Promise<Reply> => {
    const data = fileOf(traceOf(await check(call), id), digest);
    const headers = { "Content-Type": "application/octet-stream", "Content-Disposition": "attachment" };
    if (!/\bbr\b/.test(String(call.headers["accept-encoding"] ?? ""))) return { status: 200, headers, body: data };
    return { status: 200, headers: { ...headers, "Content-Encoding": "br" }, body: brotliCompressSync(data) };
  };

  const search = async (call: Call, id = "") => {
    const workflow = workflowOf(await check(call), id, call.face === "v2");
    const filters = objectOf(own(objectOf(jsonBody(call), "body"), "filters"), "filters");
    const hits = [...traces.values()].filter((trace) => trace.workflow === workflow && holds(stateOf(trace), filters));
    const shuffled = hits.map((trace) => ({ id: trace.id, place: Math.random() })).sort((a, b) => a.place - b.place);
    return wrap(
      call,
      shuffled.map((hit) => hit.id),
    );
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    if (name !== user.organization) throw new Refusal("missing", "no such organization");
    return json(workflowsOf(workflows, name).map((item) => ({ workflowId: item.id, workflowName: item.name })));
  };

  const rest = (): Promise<void> => pause(randomInt(2, 15));
  const refuse = (refusal: Refusal, call: Call): Reply => {
    const { kind, message } = refusal;
    const body = call.face === "v2" ? { error: { "@type": kind, text: message }, data: {} } : message;
    return json(body, refusal instanceof NoToken ? 499 : statuses[kind]);
  };
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  const after = (reply: Reply): Promise<Reply> => rest().then(() => reply);
  return startService(port, { routes, users, workflows, refuse, before: rest, after });
}
