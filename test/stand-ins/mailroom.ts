/*
 * mailroom: paper forms put on the web. Only what fits the form is taken, and state is the sum of the forms.
 *
 * | Open point               | Choice                                                                              |
 * | ------------------------ | ----------------------------------------------------------------------------------- |
 * | digest list              | `papers=3,1` on both faces; absent or empty: 409                                    |
 * | digest                   | the number of the paper in its trace, a JSON number in `link.papers[].no`           |
 * | action data in links     | `link.form`                                                                         |
 * | action data in the state | the first subject, the sum of amounts, all tags ever given, the last of all else    |
 * | UUID of the v2 action    | a task, found as `state.task` until the next action                                 |
 * | link order               | newest first                                                                        |
 * | pages                    | 5 by default, more than 100 refused, zero refused; cursors are numbers of links     |
 * | combinations             | first with last refused; after with before honoured                                 |
 * | legacy details input     | `{ take, skip }`, other members ignored; absent: refused                            |
 * | v2 details `error`       | anything, but not absent; `data` absent: default page                               |
 * | search                   | v2 by name, legacy by id; fields of the form, text as a part of the text in any     |
 * |                          | case, a list as any of its items; other fields: 409; empty: all; the newest 50      |
 * | required fields          | data, actionKey, workflowId; groupLabel on legacy only (v2 knows it from the user)  |
 * | error answers            | 409 / 401 / 403 / 404 / 413 / 415, XML                                              |
 * | error on success         | `{ messages: [] }`                                                                  |
 * | single file              | the content type of its part, inline, with a name                                   |
 * | zip                      | entries `no_filename`; deflated, with data descriptors                              |
 * | token                    | PS256, never expires; missing or bad: 401 with WWW-Authenticate                     |
 * | limits                   | member names with dot or dollar, NUL, lone surrogates, data deeper than 5 or over   |
 * |                          | 32 KiB; empty files, names twice or with path characters, over 5 or 1 MiB           |
 * | users                    | the second belongs to the same organization and sees the same traces                |
 * | ids                      | workflow ids are numbers as text, names have spaces and slashes                     |
 * | transport                | JSON indented, chunked, gzip when asked                                             |
 */
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import {
  actionInput,
  cut,
  loginUser,
  pageArgs,
  workflowsOf,
  userOfToken,
  type ActionInput,
  type PageArgs,
  type TargetAction,
  type User,
  type Workflow,
} from "../lib/service/domain.ts";
import { bearer, disposition, jsonBody, type Call, type Reply } from "../lib/service/http.ts";
import { isObject, isUuid, objectOf, own, type Json, type JsonObject } from "../lib/service/json.ts";
import type { FilePart } from "../lib/service/multipart.ts";
import { routesOf } from "../lib/service/operations.ts";
import { orMissing, Refusal, usualStatuses } from "../lib/service/refusal.ts";
import { startService, type Started } from "../lib/service/start.ts";
import { entryName, zip } from "../lib/service/zip.ts";

interface Trace {
  id: string;
  workflow: Workflow;
  /** Newest first. */
  links: JsonObject[];
  state: JsonObject;
  papers: FilePart[];
}

const statuses = { ...usualStatuses, invalid: 409 };

/** What a form may hold; the same as JSON Schema for those who fill it in. */
const fields: Record<string, (value: Json) => boolean> = {
  subject: (value) => typeof value === "string" && value.length <= 200,
  amount: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e9,
  urgent: (value) => typeof value === "boolean",
  tags: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  details: isObject,
};
const form: JsonObject = {
  type: "object",
  properties: {
    subject: { type: "string", maxLength: 200 },
    amount: { type: "integer", minimum: 0, maximum: 1e9 },
    urgent: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    details: { type: "object" },
  },
  required: ["subject"],
  additionalProperties: false,
};

const actions: TargetAction[] = [
  { key: "Open a file", groupLabel: "front desk", creates: true, data: form },
  { key: "Add a letter", groupLabel: "back office", data: form },
  { key: "Note", groupLabel: "front desk", creates: true, appends: true, data: form },
];
const organization = "Müller & Söhne / EU 100%";
const workflows: Workflow[] = [
  { id: "17", name: "Claims / Europe & more (2026)", organization, actions },
  { id: "18", name: "Claims", organization, actions: actions.slice(0, 1) },
];

const users: User[] = [
  { email: "mia+post@müller.example", password: "m1a & co", privateKey: "-----KEY-----\nmia\n", organization },
  { email: "max+post@müller.example", password: "m4x & co", privateKey: "-----KEY-----\nmax\n", organization },
];

function inspect(value: Json, depth = 1): void {
  const wrong = (text: string): boolean => text.includes("\0") || !text.isWellFormed();
  if (typeof value === "string" && wrong(value)) throw new Refusal("invalid", "text that cannot be printed");
  if (typeof value !== "object" || value === null) return;
  if (depth > 5) throw new Refusal("invalid", "nested too deeply");
  for (const [key, item] of Object.entries(value)) {
    if (wrong(key) || /[.$]/.test(key)) throw new Refusal("invalid", "a name that cannot be kept");
    inspect(item, depth + 1);
  }
}

/** Takes what is filled in, if it fits the form. */
function filledIn({ data, files }: ActionInput): JsonObject {
  if (!data) throw new Refusal("invalid", "no form");
  inspect(data);
  if (JSON.stringify(data).length > 32 * 1024) throw new Refusal("large", "a long form");
  for (const [key, value] of Object.entries(data)) {
    if (!Object.hasOwn(fields, key) || !fields[key]?.(value)) throw new Refusal("invalid", `${key} does not fit`);
  }
  if (!Object.hasOwn(data, "subject")) throw new Refusal("invalid", "no subject");
  if (files.length > 5 || files.some((file) => file.data.length > 1024 * 1024)) throw new Refusal("large", "papers");
  const names = new Set(files.map((file) => file.name));
  if (names.size < files.length) throw new Refusal("invalid", "two papers of one name");
  if (files.some(({ name, data }) => name === "" || /[\\/\0]/.test(name) || data.length === 0)) {
    throw new Refusal("invalid", "a paper that cannot be filed");
  }
  return data;
}

function sumUp(state: JsonObject, data: JsonObject): JsonObject {
  const sum = { ...state, ...data };
  if (typeof state["amount"] === "number" && typeof data["amount"] === "number") {
    sum["amount"] = state["amount"] + data["amount"];
  }
  if (Array.isArray(state["tags"]) && Array.isArray(data["tags"])) {
    sum["tags"] = [...new Set([...state["tags"], ...data["tags"]])];
  }
  return { ...sum, subject: state["subject"] ?? data["subject"] ?? "" };
}

/** Whether what is filled in is what is looked for. */
function found(value: Json | undefined, wanted: Json): boolean {
  if (Array.isArray(wanted)) return wanted.some((item) => found(value, item));
  if (Array.isArray(value)) return value.some((item) => found(item, wanted));
  if (typeof value !== "string" || typeof wanted !== "string") return value === wanted;
  return value.toLowerCase().includes(wanted.toLowerCase());
}

export async function start(port = 0): Promise<Started> {
  const { privateKey, publicKey } = await generateKeyPair("PS256");
  const traces = new Map<string, Trace>();

  const write = (data: unknown): Reply => ({
    status: 200,
    headers: { "Content-Type": "application/json;charset=UTF-8" },
    body: `${JSON.stringify(data, null, "\t")}\n`,
    chunked: true,
  });
  const wrap = (call: Call, data: Json): Reply => write(call.face === "v2" ? { data, error: { messages: [] } } : data);

  const check = (call: Call): Promise<User> =>
    userOfToken(
      users,
      jwtVerify(bearer(call.headers) ?? "", publicKey),
      (_, { jti }, n) => jti === `${String(n)} of ${String(users.length)}`,
      "Please show your pass",
    );

  const login = (by: "credential" | "privateKey") => async (call: Call) => {
    const n = users.indexOf(loginUser(users, jsonBody(call), by));
    const signer = new SignJWT().setJti(`${String(n)} of ${String(users.length)}`);
    return wrap(call, { token: await signer.setProtectedHeader({ alg: "PS256" }).sign(privateKey) });
  };

  const traceOf = (id: string): Trace =>
    orMissing(isUuid(id) ? traces.get(id.toLowerCase()) : undefined, "no such file");

  const act = (call: Call, known?: Trace): { trace: Trace; task: string } => {
    const input = actionInput(call, { repeated: "refuse", maxDepth: 50 });
    const workflow = workflows.find(({ id }) => id === input.workflowId);
    if (!workflow || (known && known.workflow !== workflow)) throw new Refusal("invalid", "no such workflow");
    const action = workflow.actions.find(({ key }) => key === input.actionKey);
    if (!action || !(known ? (action.appends ?? !action.creates) : action.creates)) {
      throw new Refusal("invalid", "no such action");
    }
    if (call.face === "legacy" && input.groupLabel !== action.groupLabel) throw new Refusal("foreign", "whose desk?");
    const data = filledIn(input);
    const trace = known ?? { id: randomUUID(), workflow, links: [], state: {}, papers: [] };
    const papers = input.files.map((file) => ({ no: trace.papers.push(file), label: file.name }));
    const when = new Date().toUTCString();
    trace.links.unshift({
      no: trace.links.length + 1,
      what: action.key,
      desk: action.groupLabel,
      when,
      form: data,
      papers,
    });
    const task = randomUUID();
    trace.state = { ...sumUp(trace.state, data), task, letters: trace.links.length };
    traces.set(trace.id, trace);
    return { trace, task };
  };

  const create = async (call: Call) => {
    await check(call);
    return wrap(call, act(call).trace.id);
  };

  const append = async (call: Call, id = "") => {
    await check(call);
    const { trace, task } = act(call, traceOf(id));
    return wrap(call, call.face === "v2" ? task : { state: trace.state });
  };

  const legacyPage = (input: Json | undefined): PageArgs & { skip: number } => {
    const { take, skip = 0 } = objectOf(input, "input");
    if (typeof skip !== "number" || !Number.isInteger(skip) || skip < 0) throw new Refusal("invalid", "skip?");
    return { ...pageArgs(take === undefined ? {} : { first: take }), skip };
  };

  /** A cursor is the number of a link; the newest has the highest and stands first. */
  const placeOf = (links: JsonObject[], cursor: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(cursor) || Number(cursor) > links.length) throw new Refusal("invalid", "no such place");
    return links.length - Number(cursor);
  };

  const details = async (call: Call, id = "") => {
    await check(call);
    const { links } = traceOf(id);
    const body = objectOf(jsonBody(call), "the request");
    const v2 = call.face === "v2";
    if (v2 && own(body, "error") === undefined) throw new Refusal("invalid", "error is missing");
    const args = v2 ? { skip: 0, ...pageArgs(own(body, "data") ?? {}) } : legacyPage(own(body, "input"));
    const { first, last, after, before } = args;
    if (first !== undefined && last !== undefined) throw new Refusal("invalid", "first or last, not both");
    const size = first ?? last ?? 5;
    if (size > 100) throw new Refusal("invalid", "too many");
    const from = after === undefined ? args.skip : placeOf(links, after) + 1;
    const to = before === undefined ? Infinity : placeOf(links, before);
    const { items, ...more } = last === undefined ? cut(links, from, to, size) : cut(links, from, to, undefined, size);
    const info: JsonObject = { ...more };
    if (items.length > 0) info["startCursor"] = String(items[0]?.["no"]);
    if (items.length > 0) info["endCursor"] = String(items.at(-1)?.["no"]);
    return wrap(call, { totalCount: links.length, info, links: items });
  };

  const state = async (call: Call, id = "") => {
    await check(call);
    return wrap(call, { state: traceOf(id).state });
  };

  const paperOf = (trace: Trace, no: string): FilePart =>
    orMissing(/^\d{1,9}$/.test(no) ? trace.papers[Number(no) - 1] : undefined, "no such paper");

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    await check(call);
    const trace = traceOf(id);
    const numbers = [...new Set((call.query.get("papers") ?? "").split(","))];
    if (numbers.includes("")) throw new Refusal("invalid", "which papers?");
    const papers = numbers.map((no) => ({ no, ...paperOf(trace, no) }));
    const entries = papers.map(({ no, name, data }) => ({ name: `${no}_${entryName(name)}`, data }));
    const body = zip(entries, { deflate: true, descriptors: true });
    return { status: 200, headers: { "Content-Type": "application/zip" }, body };
  };

  const download = async (call: Call, id = "", no = ""): Promise<Reply> => {
    await check(call);
    const { name, type, data } = paperOf(traceOf(id), no);
    const headers = {
      "Content-Type": /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? "application/octet-stream",
      "Content-Disposition": disposition("inline", name),
    };
    return { status: 200, headers, body: data };
  };

  const search = async (call: Call, id = "") => {
    await check(call);
    const workflow = workflows.find((candidate) => (call.face === "v2" ? candidate.name : candidate.id) === id);
    if (!workflow) throw new Refusal("missing", "no such workflow");
    const filters = Object.entries(objectOf(own(objectOf(jsonBody(call), "the request"), "filters"), "filters"));
    for (const [key, wanted] of filters) {
      if (!Object.hasOwn(fields, key) || isObject(wanted)) throw new Refusal("invalid", `${key}: no such field`);
    }
    const hits = [...traces.values()].filter(
      (trace) => trace.workflow === workflow && filters.every(([key, wanted]) => found(own(trace.state, key), wanted)),
    );
    return wrap(
      call,
      hits
        .slice(-50)
        .reverse()
        .map((trace) => trace.id),
    );
  };

  const list = async (call: Call, name = "") => {
    const user = await check(call);
    if (name !== user.organization) throw new Refusal("missing", "no such house");
    return write(workflowsOf(workflows, name).map((item) => ({ workflowId: item.id, workflowName: item.name })));
  };

  const refuse = ({ kind }: Refusal): Reply => {
    const headers: Record<string, string> = { "Content-Type": "application/xml" };
    if (kind === "token") headers["WWW-Authenticate"] = 'Bearer realm="mailroom"';
    return { status: statuses[kind], headers, body: `<?xml version="1.0"?>\n<refusal kind="${kind}"/>\n` };
  };
  const after = (reply: Reply, call: Call): Reply => {
    if (!/\bgzip\b(?!\s*;\s*q=0)/i.test(String(call.headers["accept-encoding"] ?? ""))) return reply;
    const headers = { ...reply.headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
    return { ...reply, headers, body: gzipSync(reply.body ?? "") };
  };
  const routes = routesOf({ login, create, append, details, state, archive, download, search, list });
  return startService(port, { routes, users, workflows, refuse, after });
}
