/*
 * ledger: strict about its input, plain in its output.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | `digest=a,b` on both faces; absent or empty: 422                                    |
 * | digest                   | `sha256:` + hex, in `link.attachments[].hash`                                       |
 * | action data in links     | `link.payload.formData`                                                             |
 * | action data in the state | `state.actions[key]`: the data of the latest action of that key                     |
 * | UUID of the v2 action    | the link, found as `link.id`                                                        |
 * | link order               | oldest first                                                                        |
 * | pages                    | 5 by default, more than 7 is cut to 7; zero refused; cursors are numeric strings    |
 * | combinations             | first with last refused; after with before honoured                                 |
 * | legacy details input     | `{ first, last, after, before }`; absent: default page                              |
 * | v2 details `error`       | null only                                                                           |
 * | search                   | v2 by name only; filters `{ actionKey: { … } }`, objects by containment; empty: all |
 * | required fields          | all four, on creation and on action, both faces                                     |
 * | error answers            | 422 / 404 / 403 / 401, JSON; legacy `{ message }`                                   |
 * | error on success         | null                                                                                |
 * | single file              | application/octet-stream, attachment with the file name                             |
 * | zip                      | entries by file name, second of a name as "name (2)"; deflated                      |
 * | token                    | HS256, one hour; missing or bad: 401 with WWW-Authenticate                          |
 * | limits                   | data deeper than 20, NUL in text, whole numbers over 2^53: 422; body 16 MiB         |
 * | users                    | the second belongs to another organization; foreign traces: 403                     |
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";
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
import { contains, objectOf, own, put, isUuid, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { distinctNames, entryName, zip } from "../lib/service/zip.ts";

interface StoredFile {
  name: string;
  data: Buffer;
}

export interface Trace {
  id: string;
  workflow: Workflow;
  links: JsonObject[];
  /** Keys of what was done, in that order. */
  done: string[];
  /** The data of the latest action of each key. */
  actions: JsonObject;
  /** The data of all actions, merged. */
  data: JsonObject;
  files: Map<string, StoredFile>;
}

/** What a service that is otherwise a ledger settles by itself. */
export interface Book {
  readonly users: User[];
  readonly workflows: Workflow[];
  readonly stateOf: (trace: Trace) => JsonObject;
  /** The part of a trace that searches look at. */
  readonly searched: (trace: Trace) => JsonObject;
  /** Refuses an action that all else would allow. @throws Refusal */
  readonly check?: (call: Call, user: User, known: Trace | undefined, action: Action) => void;
}

/** An action that is asked for. */
interface Action {
  readonly key: string;
  readonly group: string;
  readonly data: JsonObject;
}

const statuses = { ...usualStatuses, invalid: 422 };

const rules = { maxDepth: 20, refuseNul: true, exactIntegers: true, repeated: "refuse", escapes: "percent" } as const;

const workflows: Workflow[] = [
  {
    id: "2041",
    name: "Claims",
    organization: "acme",
    actions: [
      { key: "open", groupLabel: "clerks", creates: true },
      { key: "comment", groupLabel: "clerks" },
      { key: "close", groupLabel: "managers" },
    ],
  },
  {
    id: "2042",
    name: "Complaints",
    organization: "acme",
    actions: [
      { key: "file", groupLabel: "clerks", creates: true },
      { key: "answer", groupLabel: "clerks" },
    ],
  },
  { id: "3001", name: "Parcels", organization: "globex", actions: [{ key: "send", groupLabel: "all", creates: true }] },
];

const users: User[] = [
  { email: "ada@acme.example", password: "pass-ada", privateKey: "key-ada-3f9c", organization: "acme" },
  { email: "gus@globex.example", password: "pass-gus", privateKey: "key-gus-77d1", organization: "globex" },
];

const stateOf = ({ actions }: Trace): JsonObject => ({ actions });

export const start = (port = 0): Promise<Started> =>
  startBook({ users, workflows, stateOf, searched: ({ actions }) => actions }, port);

/** Starts a ledger with workflows, states and rules of its own. */
export async function startBook({ users, workflows, stateOf, searched, check }: Book, port = 0): Promise<Started> {
  const secret = randomBytes(32);
  const traces = new Map<string, Trace>();

  const ok = (call: Call, data: Json): Reply => json(call.face === "v2" ? { error: null, data } : data);

  const signedIn = async (call: Call): Promise<User> => {
    if (bearer(call.headers) === null) throw new Refusal("token", "a bearer token is required");
    return userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", secret, { algorithms: ["HS256"] }),
      ({ email }, { sub }) => sub === email,
      "the token is not valid",
    );
  };

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const user = loginUser(users, jsonBody(call, { strictType: true }), by);
    const token = await new SignJWT({ org: user.organization })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(user.email)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(secret);
    return ok(call, { token });
  };

  const workflowFor = (user: User, id: string, by: "id" | "name" = "id"): Workflow => {
    const found = workflows.find((workflow) => workflow[by] === id);
    if (!found) throw new Refusal("missing", "no such workflow");
    if (found.organization !== user.organization) throw new Refusal("foreign", "not a workflow of yours");
    return found;
  };

  const traceFor = (user: User, id: string): Trace => {
    if (!isUuid(id)) throw new Refusal("invalid", "the trace id is not a UUID");
    const trace = traces.get(id.toLowerCase());
    if (!trace) throw new Refusal("missing", "no such trace");
    if (trace.workflow.organization !== user.organization) throw new Refusal("foreign", "not a trace of yours");
    return trace;
  };

  /** Appends an action, to a new trace when none is given. */
  const act = (call: Call, user: User, known?: Trace): { trace: Trace; linkId: string } => {
    const { data, actionKey, workflowId, groupLabel, files } = actionInput(call, rules);
    if (data === undefined || actionKey === undefined || workflowId === undefined || groupLabel === undefined) {
      throw new Refusal("invalid", "data, actionKey, workflowId and groupLabel are required");
    }
    const workflow = workflowFor(user, workflowId);
    if (known && known.workflow !== workflow) throw new Refusal("invalid", "the trace is in another workflow");
    const action = workflow.actions.find((candidate) => candidate.key === actionKey);
    if (!action) throw new Refusal("invalid", "the workflow has no such action");
    if (action.groupLabel !== groupLabel) throw new Refusal("foreign", "this group may not do this action");
    if (Boolean(action.creates) !== !known) throw new Refusal("invalid", "the action is not possible here");
    check?.(call, user, known, { key: actionKey, group: groupLabel, data });
    const trace: Trace = known ?? {
      id: randomUUID(),
      workflow,
      links: [],
      done: [],
      actions: {},
      data: {},
      files: new Map(),
    };
    const linkId = randomUUID();
    const attachments = files.map((file): JsonObject => {
      const hash = `sha256:${createHash("sha256").update(file.data).digest("hex")}`;
      if (!trace.files.has(hash)) trace.files.set(hash, { name: file.name, data: file.data });
      return { hash, fileName: file.name, partName: file.part, size: file.data.length };
    });
    trace.links.push({
      id: linkId,
      action: actionKey,
      group: groupLabel,
      createdBy: user.email,
      payload: { formData: data },
      attachments,
    });
    trace.actions = { ...trace.actions };
    put(trace.actions, actionKey, data);
    trace.data = { ...trace.data, ...data };
    trace.done.push(actionKey);
    traces.set(trace.id, trace);
    return { trace, linkId };
  };

  const create = async (call: Call) => ok(call, act(call, await signedIn(call)).trace.id);

  const append = async (call: Call, id = "") => {
    const user = await signedIn(call);
    const { trace, linkId } = act(call, user, traceFor(user, id));
    return ok(call, call.face === "v2" ? linkId : { state: stateOf(trace) });
  };

  const details = async (call: Call, id = "") => {
    const { links } = traceFor(await signedIn(call), id);
    const body = objectOf(jsonBody(call, { strictType: true }), "the body");
    if (call.face === "v2" && own(body, "error") !== null) throw new Refusal("invalid", "error must be null");
    const page = call.face === "v2" ? own(body, "data") : (own(body, "input") ?? {});
    const { first, last, after, before } = pageArgs(page);
    if (first !== undefined && last !== undefined) throw new Refusal("invalid", "give first or last, not both");
    // The cursor of a link is its number, counted from one.
    const number = (cursor: string): number => {
      if (!/^[1-9]\d{0,8}$/.test(cursor) || Number(cursor) > links.length) {
        throw new Refusal("invalid", "no such cursor");
      }
      return Number(cursor);
    };
    const from = after === undefined ? 0 : number(after);
    const to = before === undefined ? links.length : number(before) - 1;
    const size = Math.min(first ?? last ?? 5, 7);
    const { items, hasNext, hasPrevious } = cut(
      links,
      from,
      to,
      last === undefined ? size : undefined,
      last === undefined ? undefined : size,
    );
    const info: JsonObject = { hasNext, hasPrevious };
    const [head] = items;
    if (head) {
      const position = links.indexOf(head) + 1;
      info["startCursor"] = String(position);
      info["endCursor"] = String(position + items.length - 1);
    }
    return ok(call, { links: items, totalCount: links.length, info });
  };

  const state = async (call: Call, id = "") => ok(call, { state: stateOf(traceFor(await signedIn(call), id)) });

  const fileOf = (trace: Trace, hash: string): StoredFile =>
    orMissing(trace.files.get(hash), "the trace has no such file");

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = traceFor(await signedIn(call), id);
    const hashes = (call.query.get("digest") ?? "").split(",").filter((hash) => hash !== "");
    if (hashes.length === 0) throw new Refusal("invalid", "the query parameter digest is missing");
    const entries = [...new Set(hashes)].map((hash) => {
      const { name, data } = fileOf(trace, hash);
      return { name: entryName(name), data };
    });
    return {
      status: 200,
      headers: { "Content-Type": "application/zip", "Content-Disposition": disposition("attachment", "files.zip") },
      body: zip(distinctNames(entries), { deflate: true }),
    };
  };

  const download = async (call: Call, id = "", hash = ""): Promise<Reply> => {
    const { name, data } = fileOf(traceFor(await signedIn(call), id), hash);
    return {
      status: 200,
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": disposition("attachment", name),
        "X-Content-Type-Options": "nosniff",
      },
      body: data,
    };
  };

  const search = async (call: Call, which = "") => {
    const workflow = workflowFor(await signedIn(call), which, call.face === "v2" ? "name" : "id");
    const filters = objectOf(own(objectOf(jsonBody(call), "the body"), "filters"), "filters");
    const found: string[] = [];
    for (const trace of traces.values()) {
      if (trace.workflow === workflow && contains(searched(trace), filters)) found.push(trace.id);
    }
    return ok(call, found);
  };

  const list = async (call: Call, name = "") => {
    const user = await signedIn(call);
    if (!workflows.some((workflow) => workflow.organization === name)) throw new Refusal("missing", "no such name");
    if (name !== user.organization) throw new Refusal("foreign", "not your organization");
    return json(workflowsOf(workflows, name).map((item) => ({ workflowId: item.id, workflowName: item.name })));
  };

  const refuse = ({ kind, message }: Refusal, call: Call): Reply => {
    const headers: Record<string, string> = kind === "token" ? { "WWW-Authenticate": "Bearer" } : {};
    const body = call.face === "v2" ? { error: { code: kind, message }, data: null } : { message };
    return json(body, statuses[kind], headers);
  };
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  return startService(port, { routes, users, workflows, refuse, maxBody: 16 * 1024 * 1024 });
}
