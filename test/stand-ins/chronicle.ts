/*
 * chronicle: event-sourced, with the manners of hypermedia. What it tells has the time of telling in it.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | v2 `filter[digest][]=a&filter[digest][]=b`, legacy `filter[digest]=a,b`; absent: 400 |
 * | digest                   | 19 decimal digits, new for every upload, in `link._embedded.documents[].number`     |
 * | action data in links     | `link._embedded.event.body`, an array of `{ name, value }`                          |
 * | action data in the state | `state.values[key] = { value, at, by }`; `state.meta.asOf` is the time of the answer |
 * | UUID of the v2 action    | the command that was executed, seen nowhere else                                    |
 * | link order               | oldest first; every link tells when it was rendered                                 |
 * | pages                    | 3 by default, more than 7 is cut to 7; zero refused; sealed cursors, new each time  |
 * | combinations             | first with last refused; after and before with either of them honoured              |
 * | legacy details input     | `{ limit, cursor }`, other members refused; absent: default page                    |
 * | v2 details `error`       | an array                                                                            |
 * | search                   | v2 by id only; top-level data keys, text in any case; keys not yet indexed and      |
 * |                          | empty filters refused; the newest 20                                                |
 * | search lag               | 1500 ms                                                                             |
 * | required fields          | creation: workflowId, actionKey, data; action: actionKey; groupLabel is not looked at |
 * | error answers            | 400 / 401 / 404 / 413 / 422; v2 `{ error: text, data: null }`, legacy problem+json  |
 * | error on success         | 0                                                                                   |
 * | single file              | type guessed, ETag and byte ranges                                                  |
 * | zip                      | entries 001, 002, …; stored                                                         |
 * | token                    | ES384, 10 seconds; missing or bad: 401                                              |
 * | users                    | the second belongs to another organization; foreign traces: as if they did not exist |
 * | ids                      | version 1 UUIDs                                                                     |
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
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
import { bearer, guessType, jsonBody, ranged, type Call, type Reply } from "../lib/service/http.ts";
import { isUuid, objectOf, own, put, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { zip } from "../lib/service/zip.ts";

interface Document {
  number: string;
  name: string;
  data: Buffer;
}

interface Event {
  type: string;
  at: string;
  by: string;
  data: JsonObject;
  documents: Document[];
}

interface Trace {
  id: string;
  workflow: Workflow;
  events: Event[];
}

const lag = 1500;

const statuses = { ...usualStatuses, foreign: 404, media: 422 };

const workflows: Workflow[] = [
  {
    id: "5d7b0f9e-7f5c-11ee-b962-0242ac120002",
    name: "shipments",
    organization: "annals",
    actions: [
      { key: "Announced", groupLabel: "senders", creates: true },
      { key: "Moved", groupLabel: "carriers" },
      { key: "Delivered", groupLabel: "carriers" },
    ],
  },
  {
    id: "6a1de2b2-7f5c-11ee-b962-0242ac120002",
    name: "returns",
    organization: "annals",
    actions: [{ key: "Returned", groupLabel: "senders", creates: true }],
  },
  {
    id: "7c90d3aa-7f5c-11ee-b962-0242ac120002",
    name: "shipments",
    organization: "memoirs",
    actions: [{ key: "Announced", groupLabel: "senders", creates: true }],
  },
];

const users: User[] = [
  { email: "cleo@annals.example", password: "cl10", privateKey: "ed25519:cleo", organization: "annals" },
  { email: "hero@memoirs.example", password: "h3r0", privateKey: "ed25519:hero", organization: "memoirs" },
];

export async function start(port = 0): Promise<Started> {
  const { privateKey, publicKey } = await generateKeyPair("ES384");
  const cursorKey = randomBytes(16);
  const traces = new Map<string, Trace>();
  /** What the index holds, and from when on; last written last. */
  const index = new Map<string, { trace: Trace; values: JsonObject }>();
  const node = randomBytes(6).toString("hex");
  let ticks = BigInt(Date.now()) * 10_000n + 0x01b21dd213814000n;
  let numbers = 7_130_000_000_000_000_000n;

  const uuid = (): string => {
    ticks += 1n;
    const hex = ticks.toString(16).padStart(15, "0");
    return `${hex.slice(7)}-${hex.slice(3, 7)}-1${hex.slice(0, 3)}-8aa5-${node}`;
  };

  const answer = (call: Call, data: Json): Reply => ({
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
    body: JSON.stringify(call.face === "v2" ? { error: 0, data } : data),
  });

  const check = (call: Call): Promise<User> =>
    userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", publicKey),
      ({ email }, { sub }) => sub === email,
      "a good token is needed",
    );

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const user = loginUser(users, jsonBody(call), by);
    const signer = new SignJWT().setProtectedHeader({ alg: "ES384" }).setSubject(user.email).setExpirationTime("10s");
    return answer(call, { token: await signer.sign(privateKey) });
  };

  const workflowOf = (user: User, id: string): Workflow =>
    orMissing(
      workflows.find((workflow) => workflow.id === id && workflow.organization === user.organization),
      "no such workflow",
    );

  const traceOf = (user: User, id: string): Trace => {
    const trace = isUuid(id) ? traces.get(id.toLowerCase()) : undefined;
    if (trace?.workflow.organization !== user.organization) throw new Refusal("missing", "no such trace");
    return trace;
  };

  const valuesOf = (trace: Trace): JsonObject => {
    const values: JsonObject = {};
    for (const { data, at, by } of trace.events) {
      for (const [key, value] of Object.entries(data)) put(values, key, { value, at, by });
    }
    return values;
  };

  const stateOf = (trace: Trace): JsonObject => ({
    meta: { asOf: new Date().toISOString(), version: trace.events.length, stream: `trace-${trace.id}` },
    values: valuesOf(trace),
  });

  const linkOf = (trace: Trace, event: Event): JsonObject => ({
    _links: {
      trace: { href: `/v2/traces/${trace.id}/state` },
      documents: event.documents.map(({ number, name }) => ({
        href: `/v2/traces/${trace.id}/file/${number}`,
        title: name,
      })),
    },
    _embedded: {
      event: {
        type: event.type,
        occurred: { at: event.at, by: event.by },
        body: Object.entries(event.data).map(([name, value]) => ({ name, value })),
      },
      documents: event.documents.map(({ number, name, data }) => ({ number, title: name, bytes: data.length })),
    },
    rendered: new Date().toISOString(),
  });

  const act = (call: Call, user: User, known?: Trace): Trace => {
    const { data, actionKey, workflowId, files } = actionInput(call, { repeated: "last" });
    if (actionKey === undefined) throw new Refusal("invalid", "actionKey is required");
    if (!known && (data === undefined || workflowId === undefined)) throw new Refusal("invalid", "incomplete");
    const workflow = workflowId === undefined ? known?.workflow : workflowOf(user, workflowId);
    const action = workflow?.actions.find(({ key }) => key === actionKey);
    if (!workflow || (known && known.workflow !== workflow)) throw new Refusal("invalid", "another workflow");
    if (!action || Boolean(action.creates) === Boolean(known)) throw new Refusal("invalid", "no such action");
    const trace = known ?? { id: uuid(), workflow, events: [] };
    const documents = files.map(({ name, data }) => ({ number: String((numbers += 4099n)), name, data }));
    trace.events.push({ type: actionKey, at: new Date().toISOString(), by: user.email, data: data ?? {}, documents });
    traces.set(trace.id, trace);
    const values = valuesOf(trace);
    setTimeout(() => {
      index.delete(trace.id);
      index.set(trace.id, { trace, values });
    }, lag).unref();
    return trace;
  };

  const create = async (call: Call) => answer(call, act(call, await check(call)).id);

  const append = async (call: Call, id = "") => {
    const user = await check(call);
    const trace = act(call, user, traceOf(user, id));
    return answer(call, call.face === "v2" ? uuid() : { state: stateOf(trace) });
  };

  const seal = (trace: Trace, position: number): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-128-gcm", cursorKey, nonce).setAAD(Buffer.from(trace.id));
    const text = Buffer.concat([cipher.update(String(position)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
  };

  const unseal = (trace: Trace, cursor: string): number => {
    const bytes = Buffer.from(cursor, "base64");
    try {
      const opener = createDecipheriv("aes-128-gcm", cursorKey, bytes.subarray(0, 12), { authTagLength: 16 });
      opener.setAAD(Buffer.from(trace.id)).setAuthTag(bytes.subarray(12, 28));
      return Number(Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString());
    } catch {
      throw new Refusal("invalid", "no cursor of this trace");
    }
  };

  const legacyPage = (input: Json | undefined): PageArgs => {
    if (input === undefined) return {};
    const strange = Object.keys(objectOf(input, "input")).filter((key) => key !== "limit" && key !== "cursor");
    if (strange.length > 0) throw new Refusal("invalid", `unknown input: ${strange.join(", ")}`);
    const { limit, cursor } = objectOf(input, "input");
    return pageArgs({
      ...(limit === undefined ? {} : { first: limit }),
      ...(cursor === undefined ? {} : { after: cursor }),
    });
  };

  const details = async (call: Call, id = "") => {
    const trace = traceOf(await check(call), id);
    const body = objectOf(jsonBody(call), "the body");
    if (call.face === "v2" && !Array.isArray(own(body, "error"))) throw new Refusal("invalid", "error is a list");
    const { first, last, after, before } =
      call.face === "v2" ? pageArgs(own(body, "data")) : legacyPage(own(body, "input"));
    if (first !== undefined && last !== undefined) throw new Refusal("invalid", "first or last, not both");
    const size = Math.min(first ?? last ?? 3, 7);
    const from = after === undefined ? 0 : unseal(trace, after) + 1;
    const to = before === undefined ? Infinity : unseal(trace, before);
    const backwards = last !== undefined || (first === undefined && before !== undefined && after === undefined);
    const { items, ...more } = backwards
      ? cut(trace.events, from, to, undefined, size)
      : cut(trace.events, from, to, size);
    const info: JsonObject = { ...more, size: items.length, ordering: "occurred" };
    const head = items[0] ? trace.events.indexOf(items[0]) : -1;
    if (head >= 0) {
      info["startCursor"] = seal(trace, head);
      info["endCursor"] = seal(trace, head + items.length - 1);
    }
    const links = items.map((event) => linkOf(trace, event));
    return answer(call, { info, links, totalCount: trace.events.length });
  };

  const state = async (call: Call, id = "") => answer(call, { state: stateOf(traceOf(await check(call), id)) });

  const documentOf = (trace: Trace, number: string): Document =>
    orMissing(
      trace.events.flatMap((event) => event.documents).find((document) => document.number === number),
      "no such document",
    );

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = traceOf(await check(call), id);
    const digests =
      call.face === "v2" ? call.query.getAll("filter[digest][]") : (call.query.get("filter[digest]") ?? "").split(",");
    if (digests.length === 0 || digests.includes("")) throw new Refusal("invalid", "which documents?");
    const entries = [...new Set(digests)].map((digest, n) => ({
      name: String(n + 1).padStart(3, "0"),
      data: documentOf(trace, digest).data,
    }));
    return { status: 200, headers: { "Content-Type": "application/zip" }, body: zip(entries) };
  };

  const download = async (call: Call, id = "", number = ""): Promise<Reply> => {
    const { data, name } = documentOf(traceOf(await check(call), id), number);
    const tag = `"${createHash("sha1").update(data).digest("hex")}"`;
    return ranged(call, data, { "Content-Type": guessType(name), ETag: tag });
  };

  const search = async (call: Call, id = "") => {
    const workflow = workflowOf(await check(call), id);
    const filters = Object.entries(objectOf(own(objectOf(jsonBody(call), "the body"), "filters"), "filters"));
    const rows = [...index.values()].filter(({ trace }) => trace.workflow === workflow).reverse();
    if (filters.length === 0) throw new Refusal("media", "no filter is given");
    const same = (values: JsonObject, key: string, wanted: Json): boolean => {
      const entry = own(values, key);
      const { value } = objectOf(entry ?? {}, key);
      if (typeof value === "string" && typeof wanted === "string") return value.toLowerCase() === wanted.toLowerCase();
      return value === wanted;
    };
    for (const [key, wanted] of filters) {
      if (typeof wanted === "object") throw new Refusal("media", `${key}: only plain values can be found`);
      if (!rows.some(({ values }) => Object.hasOwn(values, key))) throw new Refusal("media", `${key}: no such field`);
    }
    const hits = rows.filter(({ values }) => filters.every(([key, wanted]) => same(values, key, wanted)));
    return answer(
      call,
      hits.slice(0, 20).map(({ trace }) => trace.id),
    );
  };

  const list = async (call: Call, name = ""): Promise<Reply> => {
    const user = await check(call);
    if (name !== user.organization) throw new Refusal("missing", "no such organization");
    const items = workflowsOf(workflows, name).map((item) => ({ workflowName: item.name, workflowId: item.id }));
    return { status: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify(items) };
  };

  const refuse = ({ kind, message }: Refusal, call: Call): Reply => {
    const status = statuses[kind];
    const [type, body] =
      call.face === "v2"
        ? ["application/json", { error: message, data: null }]
        : ["application/problem+json", { type: "about:blank", status, title: message }];
    return { status, headers: { "Content-Type": type }, body: JSON.stringify(body) };
  };
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  return startService(port, { routes, users, workflows, refuse });
}
