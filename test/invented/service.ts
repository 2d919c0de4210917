/*
 * A conformant service whose every step can be replaced: a fault or a variant is a function over `Service`.
 *
 * | Open point               | Choice                                                                      |
 * | ------------------------ | --------------------------------------------------------------------------- |
 * | digest list              | `digests=a&digests=b` on both faces; absent: 400                            |
 * | digest                   | SHA-256 in hex, in `link.files[].digest`                                    |
 * | action data in links     | `link.data`                                                                 |
 * | action data in the state | merged into `state`, member by member at the top level                      |
 * | UUID of the v2 action    | the link, found as `link.id`                                                |
 * | link order               | oldest first                                                                |
 * | pages                    | 10 by default, at most 50; zero refused; opaque cursors; all combinations   |
 * | legacy details input     | `{ first, last, after, before }`; absent or null: default page              |
 * | v2 details `error`       | anything, but not absent                                                    |
 * | search                   | v2 by id or name, legacy by id; top-level members by equality; empty: all   |
 * | required fields          | workflowId (creation), actionKey; the rest must fit when given              |
 * | error answers            | 400 / 401 / 403 / 404 / 413 / 415, JSON; legacy `{ error: { … } }`          |
 * | error on success         | null                                                                        |
 * | single file              | application/octet-stream, attachment with the file name                     |
 * | zip                      | entries by file name, second of a name as "name (2)"; deflated              |
 * | token                    | HS256, two hours; missing or bad: 401                                       |
 * | users                    | the second belongs to another organization; foreign traces: 403             |
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";
import {
  actionInput,
  cut,
  loginUser,
  workflowsOf,
  type ActionInput,
  type Cut,
  type PageArgs,
  type Target,
  type User,
  type Workflow,
} from "../lib/service/domain.ts";
import { bearer, disposition, json, type Call, type Face, type Reply, type Routes } from "../lib/service/http.ts";
import { isUuid, own, put, sameJson, type Json, type JsonObject } from "../lib/service/json.ts";
import type { FilePart } from "../lib/service/multipart.ts";
import { orMissing, Refusal, type RefusalKind, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { distinctNames, entryName, zip, type ZipEntry } from "../lib/service/zip.ts";
import { routesOf } from "./routes.ts";
import { actionsOf } from "./process.ts";

export interface StoredFile {
  digest: string;
  name: string;
  data: Buffer;
  face: Face;
}

export interface Link {
  id: string;
  actionKey: string;
  groupLabel: string;
  author: string;
  data: JsonObject;
  files: JsonObject[];
}

export interface Trace {
  id: string;
  workflow: Workflow;
  links: Link[];
  state: JsonObject;
  files: Map<string, StoredFile>;
}

export type Means = "credential" | "privateKey";

export interface Claims {
  email: string;
  via: string;
}

type Awaitable<T> = T | Promise<T>;

/** The steps of the service; each calls the others through this object, so that any can be replaced. */
export interface Service {
  users: User[];
  workflows: Workflow[];
  traces: Map<string, Trace>;
  tokenSeconds: number;
  /** What the configuration says instead of what it would say of the service as it is. */
  told: Partial<Target>;
  statuses: Record<RefusalKind, number>;

  checkLogin(call: Call, body: Json, by: Means): User;
  issueToken(user: User, by: Means): Promise<string>;
  verifyToken(token: string, call: Call): Promise<Claims | undefined>;
  authenticate(call: Call): Promise<User>;
  findWorkflow(user: User, which: string, call: Call): Workflow;
  findTrace(user: User, id: string, call: Call): Trace;

  readInput(call: Call): Awaitable<ActionInput>;
  checkAction(user: User, input: ActionInput, known: Trace | undefined, call: Call): Workflow;
  newTrace(workflow: Workflow): Trace;
  digest(data: Buffer): string;
  keepFiles(trace: Trace, files: FilePart[], call: Call): Awaitable<JsonObject[]>;
  merge(trace: Trace, data: JsonObject, call: Call): JsonObject;
  record(
    call: Call,
    user: User,
    workflow: Workflow,
    input: ActionInput,
    known?: Trace,
  ): Promise<{ trace: Trace; link: Link }>;
  actionAnswer(trace: Trace, link: Link): string;

  stateOf(trace: Trace, call: Call): Awaitable<Json>;
  linksOf(trace: Trace, call: Call): Link[];
  linkView(link: Link, trace: Trace, call: Call): Json;
  cursorOf(link: Link, trace: Trace): string;
  positionOf(links: Link[], cursor: string, trace: Trace): number;
  page(links: Link[], args: PageArgs, trace: Trace, call: Call): Cut<Link>;
  total(trace: Trace, call: Call): Json;
  info(page: Cut<Link>, args: PageArgs, trace: Trace, call: Call): JsonObject;

  digestList(call: Call): string[];
  fileOf(trace: Trace, digest: string, call: Call): StoredFile;
  zipEntries(trace: Trace, digests: string[], call: Call): ZipEntry[];
  pack(entries: ZipEntry[]): Awaitable<Buffer>;
  fileReply(file: StoredFile, call: Call): Reply;

  matches(trace: Trace, filters: JsonObject, call: Call): boolean;
  search(workflow: Workflow, filters: JsonObject, call: Call): string[];
  listing(organization: string, call: Call): JsonObject[];

  ok(call: Call, data: Json): Reply;
  refuse(call: Call, error: Refusal): Reply;
  routes: Routes;
}

const nordwind = "Nordwind Trading";

function world(): { users: User[]; workflows: Workflow[] } {
  const user = (email: string, password: string, privateKey: string, organization: string): User => ({
    email,
    password,
    privateKey,
    organization,
  });
  return {
    users: [
      user("ines@nordwind.example", "sunflower-lantern", "nw-71c0f2a9d4e84b6f", nordwind),
      user("piet@southgate.example", "granite-harbour", "sg-0b9ee4127c5f4d33", "southgate"),
    ],
    workflows: [
      {
        id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a01",
        name: "Supplier Credit Notes",
        organization: nordwind,
        actions: actionsOf("draft of buyers", "remark of buyers", "settle of treasury"),
      },
      {
        id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a02",
        name: "Returns",
        organization: nordwind,
        actions: actionsOf("announce of buyers", "inspect of warehouse"),
      },
      {
        id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a03",
        name: "Moorings",
        organization: "southgate",
        actions: [{ key: "book", groupLabel: "pilots", creates: true }],
      },
    ],
  };
}

function build(): Service {
  const secret = randomBytes(32);

  const s: Service = {
    ...world(),
    traces: new Map(),
    tokenSeconds: 7200,
    told: {},
    statuses: { ...usualStatuses },

    checkLogin: (_call, body, by) => loginUser(s.users, body, by),

    issueToken: (user, by) =>
      new SignJWT({ via: by })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(user.email)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + s.tokenSeconds)
        .sign(secret),

    verifyToken: (token) =>
      jwtVerify(token, secret, { algorithms: ["HS256"] }).then(
        ({ payload }) => ({ email: payload.sub ?? "", via: String(payload["via"]) }),
        () => undefined,
      ),

    async authenticate(call) {
      const token = bearer(call.headers);
      const claims = token === null ? undefined : await s.verifyToken(token, call);
      const user = s.users.find((candidate) => candidate.email === claims?.email);
      if (!user) throw new Refusal("token", "a valid bearer token is required");
      return user;
    },

    findWorkflow(user, which, call) {
      const byName = call.face === "v2" && call.path.at(-1) === "search";
      const found =
        s.workflows.find((workflow) => workflow.id === which) ??
        s.workflows.find((workflow) => byName && workflow.name === which);
      if (!found) throw new Refusal("missing", "no such workflow");
      if (found.organization !== user.organization) throw new Refusal("foreign", "not a workflow of yours");
      return found;
    },

    findTrace(user, id) {
      if (!isUuid(id)) throw new Refusal("invalid", "the trace id is not a UUID");
      const trace = s.traces.get(id.toLowerCase());
      if (!trace) throw new Refusal("missing", "no such trace");
      if (trace.workflow.organization !== user.organization) throw new Refusal("foreign", "not a trace of yours");
      return trace;
    },

    readInput: (call) => actionInput(call),

    checkAction(user, input, known, call) {
      if (input.workflowId === undefined && !known) throw new Refusal("invalid", "workflowId is required");
      const workflow =
        input.workflowId === undefined && known ? known.workflow : s.findWorkflow(user, input.workflowId ?? "", call);
      if (known && known.workflow !== workflow) throw new Refusal("invalid", "the trace is in another workflow");
      // An action that several groups may do stands there once for each.
      const candidates = workflow.actions.filter((candidate) => candidate.key === input.actionKey);
      const action = candidates.find(({ groupLabel }) => groupLabel === input.groupLabel) ?? candidates[0];
      if (!action) throw new Refusal("invalid", "the workflow has no such action");
      if (!known && !action.creates) throw new Refusal("invalid", "this action does not create a trace");
      if (input.groupLabel !== undefined && input.groupLabel !== action.groupLabel) {
        throw new Refusal("foreign", "this group may not do this action");
      }
      return workflow;
    },

    newTrace: (workflow) => ({ id: randomUUID(), workflow, links: [], state: {}, files: new Map() }),

    digest: (data) => createHash("sha256").update(data).digest("hex"),

    keepFiles: (trace, files, call) =>
      files.map(({ name, part, data }) => {
        const digest = s.digest(data);
        if (!trace.files.has(digest)) trace.files.set(digest, { digest, name, data, face: call.face });
        return { digest, name, part, size: data.length };
      }),

    merge(trace, data) {
      const state = { ...trace.state };
      for (const key of Object.keys(data)) put(state, key, own(data, key) ?? null);
      return state;
    },

    async record(call, user, workflow, input, known) {
      const trace = known ?? s.newTrace(workflow);
      const data = input.data ?? {};
      const kept = s.keepFiles(trace, input.files, call);
      const link: Link = {
        id: randomUUID(),
        actionKey: input.actionKey ?? "",
        groupLabel: input.groupLabel ?? "",
        author: user.email,
        data,
        files: Array.isArray(kept) ? kept : await kept,
      };
      trace.state = s.merge(trace, data, call);
      trace.links.push(link);
      s.traces.set(trace.id, trace);
      return { trace, link };
    },

    actionAnswer: (_trace, link) => link.id,

    stateOf: (trace) => trace.state,

    linksOf: (trace) => trace.links,

    linkView: (link) => ({ ...link }),

    cursorOf: (link) => Buffer.from(`link:${link.id}`).toString("base64url"),

    positionOf(links, cursor, trace) {
      const position = links.findIndex((link) => s.cursorOf(link, trace) === cursor);
      if (position === -1) throw new Refusal("invalid", "no such cursor");
      return position;
    },

    page(links, args, trace) {
      const from = args.after === undefined ? 0 : s.positionOf(links, args.after, trace) + 1;
      const to = args.before === undefined ? links.length : s.positionOf(links, args.before, trace);
      const size = (given: number | undefined) => (given === undefined ? undefined : Math.min(given, 50));
      const first = args.first === undefined && args.last === undefined ? 10 : size(args.first);
      return cut(links, from, to, first, size(args.last));
    },

    total: (trace, call) => s.linksOf(trace, call).length,

    info({ items, hasNext, hasPrevious }, _args, trace) {
      const [head, tail] = [items[0], items.at(-1)];
      const cursors: JsonObject =
        head && tail ? { startCursor: s.cursorOf(head, trace), endCursor: s.cursorOf(tail, trace) } : {};
      return { hasNext, hasPrevious, ...cursors };
    },

    digestList: (call) => call.query.getAll("digests"),

    fileOf(trace, digest) {
      return orMissing(trace.files.get(digest), "the trace has no such file");
    },

    zipEntries: (trace, digests, call) =>
      [...new Set(digests)].map((digest) => {
        const { name, data } = s.fileOf(trace, digest, call);
        return { name: entryName(name), data };
      }),

    pack: (entries) => zip(distinctNames(entries), { deflate: true }),

    fileReply: ({ name, data }) => ({
      status: 200,
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": disposition("attachment", name),
        "X-Content-Type-Options": "nosniff",
      },
      body: data,
    }),

    matches: (trace, filters) =>
      Object.keys(filters).every((key) => sameJson(own(trace.state, key), own(filters, key) ?? null)),

    search: (workflow, filters, call) =>
      [...s.traces.values()]
        .filter((trace) => trace.workflow === workflow && s.matches(trace, filters, call))
        .map((trace) => trace.id),

    listing: (organization) =>
      workflowsOf(s.workflows, organization).map((item) => ({ workflowId: item.id, workflowName: item.name })),

    ok: (call, data) => json(call.face === "v2" ? { error: null, data } : data),

    refuse(call, { kind, message }) {
      const error = { code: kind, message };
      const headers: Record<string, string> = kind === "token" ? { "WWW-Authenticate": "Bearer" } : {};
      return json(call.face === "v2" ? { error, data: null } : { error }, s.statuses[kind], headers);
    },

    routes: {},
  };
  s.routes = routesOf(s);
  return s;
}

/** Starts the service as it is, or changed. */
export async function startInvented(change?: (service: Service) => void): Promise<Started> {
  const service = build();
  change?.(service);
  const started = await startService(0, {
    ...service,
    refuse: (refusal, call) => service.refuse(call, refusal),
    maxBody: 16 * 1024 * 1024,
  });
  return { ...started, target: { ...started.target, ...service.told } };
}
