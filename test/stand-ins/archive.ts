/*
 * archive: everything about a trace is in its state; links carry only the data. No cursors.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | `files=["a","b"]` (a JSON array) on both faces; absent: 400                         |
 * | digest                   | a random UUID per file, found only in `state.files[].id`                            |
 * | action data in links     | `link.data`                                                                         |
 * | action data in the state | `state.data`: that of the last action alone                                         |
 * | UUID of the v2 action    | a receipt, seen nowhere else                                                        |
 * | link order               | oldest first                                                                        |
 * | pages                    | all by default, no cap, 0 is an empty page; never a cursor                          |
 * | combinations             | first with last refused; after and before refused always, there being no cursors    |
 * | legacy details input     | JSON text, such as "{\"first\":3}"; "" or absent: all                               |
 * | v2 details `error`       | must be ""                                                                          |
 * | search                   | v2 by name and by id, legacy too; keys `data.x`, any JSON value; empty finds none   |
 * | search lag               | 800 ms                                                                              |
 * | required fields          | all on creation; data and actionKey on action                                       |
 * | error answers            | 400 / 404; v2 `{ error: { status, title, detail }, data: null }`, legacy problem+json |
 * | error on success         | {}                                                                                  |
 * | single file              | application/octet-stream, attachment, chunked without length                        |
 * | zip                      | entries by part name; stored                                                        |
 * | token                    | RS256, one year; missing or bad: 404                                                |
 * | limits                   | more than 10 files in an action: 422                                                |
 * | users                    | one only                                                                            |
 * | ids                      | version 7 UUIDs; JSON is written indented                                           |
 */
import { randomBytes, randomUUID } from "node:crypto";
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import { actionInput, cut, loginUser, pageArgs, userOfToken, type User, type Workflow } from "../lib/service/domain.ts";
import { bearer, disposition, jsonBody, type Call, type Reply } from "../lib/service/http.ts";
import { isUuid, objectOf, own, parseJson, sameJson, type Json, type JsonObject } from "../lib/service/json.ts";
import { routesOf } from "../lib/service/operations.ts";
import type { FilePart } from "../lib/service/multipart.ts";
import { orMissing, Refusal, type RefusalKind } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { distinctNames, entryName, zip } from "../lib/service/zip.ts";

interface Trace {
  id: string;
  workflow: Workflow;
  links: JsonObject[];
  /** What the search index holds from a certain time on; the last entry is the present. */
  versions: { from: number; data: JsonObject }[];
  files: Map<string, FilePart>;
}

const lag = 800;

const problems: Record<RefusalKind, [number, string]> = {
  invalid: [400, "Invalid request"],
  missing: [404, "Not found"],
  token: [404, "Not found"],
  login: [401, "Login failed"],
  foreign: [404, "Not found"],
  large: [422, "Too much"],
  media: [415, "Unsupported media type"],
  busy: [429, "Too many requests"],
};

const workflows: Workflow[] = [
  {
    id: "0b7c9c1e-52a4-4f0e-9d56-0c7a6f6a1f11",
    name: "records",
    organization: "national-archive",
    actions: [
      { key: "deposit", groupLabel: "keepers", creates: true },
      { key: "annotate", groupLabel: "readers" },
      { key: "seal", groupLabel: "keepers" },
    ],
  },
];

const users: User[] = [
  {
    email: "iris@archive.example",
    password: "correct horse battery staple",
    privateKey: "5b8f0c0a4c7d4e1f9a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081",
    organization: "national-archive",
  },
];

function uuidOfNow(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function reply(value: unknown, status = 200, type = "application/json; charset=utf-8"): Reply {
  return { status, headers: { "Content-Type": type }, body: `${JSON.stringify(value, null, 2)}\n` };
}

function wrap(call: Call, data: Json): Reply {
  return reply(call.face === "v2" ? { data, error: {} } : data);
}

export async function start(port = 0): Promise<Started> {
  const keys = await generateKeyPair("RS256");
  const traces = new Map<string, Trace>();

  const check = (call: Call): Promise<User> =>
    userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", keys.publicKey, { issuer: "archive", algorithms: ["RS256"] }),
      (_, { sub }, index) => sub === String(index),
      "There is nothing here for you.",
    );

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const user = loginUser(users, jsonBody(call), by);
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer("archive")
      .setSubject(String(users.indexOf(user)))
      .setExpirationTime("365 days")
      .sign(keys.privateKey);
    return wrap(call, { token });
  };

  const workflowOf = (text: string): Workflow =>
    orMissing(
      workflows.find(({ id, name }) => id === text.toLowerCase() || name === text),
      "There is no such workflow.",
    );

  const traceOf = (id: string): Trace => {
    if (!isUuid(id)) throw new Refusal("invalid", "The trace id is not a UUID.");
    return orMissing(traces.get(id.toLowerCase()), "There is no such trace.");
  };

  const stateOf = (trace: Trace): JsonObject => ({
    data: trace.versions.at(-1)?.data ?? {},
    files: Array.from(trace.files, ([id, file]) => ({ id, name: file.name, part: file.part })),
    links: trace.links.length,
  });

  const act = (call: Call, known?: Trace): Trace => {
    const input = actionInput(call, { repeated: "first" });
    if (input.data === undefined || input.actionKey === undefined) {
      throw new Refusal("invalid", "The data and the action key are required.");
    }
    if (!known && (input.workflowId === undefined || input.groupLabel === undefined)) {
      throw new Refusal("invalid", "The workflow id and the group label are required.");
    }
    const workflow = input.workflowId === undefined ? known?.workflow : workflowOf(input.workflowId);
    if (workflow === undefined || (known && known.workflow !== workflow)) {
      throw new Refusal("invalid", "The trace belongs to another workflow.");
    }
    const action = workflow.actions.find(({ key }) => key === input.actionKey);
    if (!action) throw new Refusal("invalid", "The workflow has no such action.");
    if (!known && !action.creates) throw new Refusal("invalid", "A trace cannot begin with this action.");
    if (input.groupLabel !== undefined && input.groupLabel !== action.groupLabel) {
      throw new Refusal("invalid", "The action belongs to another group.");
    }
    if (input.files.length > 10) throw new Refusal("large", "An action takes ten files at most.");
    const trace: Trace = known ?? { id: uuidOfNow(), workflow, links: [], versions: [], files: new Map() };
    for (const file of input.files) trace.files.set(randomUUID(), file);
    trace.links.push({ number: trace.links.length + 1, action: input.actionKey, data: input.data });
    trace.versions.push({ from: Date.now() + lag, data: input.data });
    traces.set(trace.id, trace);
    return trace;
  };

  const create = async (call: Call) => {
    await check(call);
    return wrap(call, act(call).id);
  };

  const append = async (call: Call, id = "") => {
    await check(call);
    const trace = act(call, traceOf(id));
    return wrap(call, call.face === "v2" ? uuidOfNow() : { state: stateOf(trace) });
  };

  const details = async (call: Call, id = "") => {
    await check(call);
    const { links } = traceOf(id);
    const body = objectOf(jsonBody(call), "The body");
    let page: Json | undefined;
    if (call.face === "v2") {
      if (own(body, "error") !== "") throw new Refusal("invalid", 'The member error must be "".');
      page = own(body, "data");
    } else {
      const text = own(body, "input") ?? "";
      if (typeof text !== "string") throw new Refusal("invalid", "The input must be JSON text.");
      page = text === "" ? {} : parseJson(text);
    }
    const { first, last, after, before } = pageArgs(page, { zero: true });
    if (after !== undefined || before !== undefined) throw new Refusal("invalid", "There are no cursors here.");
    if (first !== undefined && last !== undefined) throw new Refusal("invalid", "Give first or last, not both.");
    const { items, ...info } = cut(links, 0, links.length, first, last);
    return wrap(call, { links: items, totalCount: links.length, info });
  };

  const state = async (call: Call, id = "") => {
    await check(call);
    return wrap(call, { state: stateOf(traceOf(id)) });
  };

  const fileOf = (trace: Trace, id: Json): FilePart =>
    orMissing(typeof id === "string" ? trace.files.get(id) : undefined, "The trace has no such file.");

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    await check(call);
    const trace = traceOf(id);
    const wanted = parseJson(call.query.get("files") ?? "");
    if (!Array.isArray(wanted) || wanted.length === 0) throw new Refusal("invalid", "files must be a list of ids.");
    const entries = Array.from(new Set(wanted), (item) => {
      const file = fileOf(trace, item);
      return { name: entryName(file.part), data: file.data };
    });
    return { status: 200, headers: { "Content-Type": "application/octet-stream" }, body: zip(distinctNames(entries)) };
  };

  const download = async (call: Call, id = "", which = ""): Promise<Reply> => {
    await check(call);
    const file = fileOf(traceOf(id), which);
    return {
      status: 200,
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": disposition("attachment", file.name),
      },
      body: file.data,
      chunked: true,
    };
  };

  const search = async (call: Call, which = "") => {
    await check(call);
    const workflow = workflowOf(which);
    const filters = objectOf(own(objectOf(jsonBody(call), "The body"), "filters"), "filters");
    const wanted = Object.keys(filters).map((key): [string, Json] => {
      if (!key.startsWith("data.")) throw new Refusal("invalid", "Keys of filters read data.something.");
      return [key.slice("data.".length), own(filters, key) ?? null];
    });
    const now = Date.now();
    const found: string[] = [];
    for (const trace of wanted.length === 0 ? [] : traces.values()) {
      const known = trace.versions.findLast(({ from }) => from <= now)?.data;
      if (trace.workflow !== workflow || known === undefined) continue;
      if (wanted.every(([key, value]) => sameJson(own(known, key), value))) found.unshift(trace.id);
    }
    return wrap(call, found);
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    if (name.toLowerCase() !== user.organization) throw new Refusal("missing", "There is no such organization.");
    return reply(workflows.map((workflow) => ({ workflowId: workflow.id, workflowName: workflow.name })));
  };

  const refuse = ({ kind, message }: Refusal, call: Call): Reply => {
    const [status, title] = problems[kind];
    const problem = { status, title, detail: message };
    if (call.face === "v2") return reply({ error: problem, data: null }, status);
    return reply({ type: "about:blank", ...problem }, status, "application/problem+json");
  };
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  return startService(port, { routes, users, workflows, refuse, limits: { searchLagMs: 5000 } });
}
