import type { JWTPayload } from "jose";
import type { Call } from "./http.ts";
import { isObject, objectOf, own, parseJson, type Json, type JsonObject, type JsonRules } from "./json.ts";
import { parseForm, type FilePart, type FormRules } from "./multipart.ts";
import { Refusal } from "./refusal.ts";

export interface Credentials {
  email: string;
  password: string;
  privateKey?: string;
}

export interface TargetAction {
  key: string;
  groupLabel: string;
  creates?: boolean;
  appends?: boolean;
  /** JSON Schema of the data; absent: any object. */
  data?: JsonObject;
  examples?: JsonObject[];
  after?: string[];
  atMost?: number;
  ends?: boolean;
}

export interface TargetWorkflow {
  id: string;
  name: string;
  actions: TargetAction[];
  nextActions?: { path: string[]; by: "group" | "all" };
}

export interface TargetUser extends Partial<Credentials> {
  groups?: string[];
  may?: ("read" | "write" | "search")[];
}

/** One environment of the suite's configuration file. */
export interface Target {
  baseUrl: string;
  access: "read-write";
  credentials: Credentials & TargetUser;
  users?: TargetUser[];
  secondUser?: Credentials & { sharesOrganization: boolean };
  organization: string;
  workflows: TargetWorkflow[];
  limits?: Record<string, number>;
}

export interface User extends Required<Credentials> {
  organization: string;
}

export interface Workflow extends TargetWorkflow {
  organization: string;
}

export function credentialsOf(user: User): Credentials {
  return { email: user.email, password: user.password, privateKey: user.privateKey };
}

export function workflowsOf(workflows: Workflow[], organization: string): TargetWorkflow[] {
  return workflows
    .filter((workflow) => workflow.organization === organization)
    .map(({ id, name, actions, nextActions }) => ({ id, name, actions, ...(nextActions ? { nextActions } : {}) }));
}

function textMember(object: JsonObject, key: string): string {
  const value = own(object, key);
  if (typeof value !== "string") throw new Refusal("invalid", `${key} must be a string`);
  return value;
}

export function loginUser(users: User[], body: Json, by: "credential" | "privateKey"): User {
  const given = objectOf(body, "the body");
  let user: User | undefined;
  if (by === "privateKey") {
    const key = textMember(given, "privateKey");
    user = users.find((candidate) => candidate.privateKey === key);
  } else {
    const email = textMember(given, "email");
    const password = textMember(given, "password");
    user = users.find((candidate) => candidate.email === email && candidate.password === password);
  }
  if (!user) throw new Refusal("login", "unknown user");
  return user;
}

/** The user whom a token names. @throws Refusal, with this message, where it names none or is not good */
export async function userOfToken(
  users: readonly User[],
  verified: Promise<{ payload: JWTPayload }>,
  isMeant: (user: User, payload: JWTPayload, index: number) => boolean,
  message: string,
): Promise<User> {
  const payload = await verified.then(
    (token) => token.payload,
    () => undefined,
  );
  const user = payload && users.find((candidate, index) => isMeant(candidate, payload, index));
  if (!user) throw new Refusal("token", message);
  return user;
}

export interface ActionInput {
  data?: JsonObject;
  /** The data exactly as sent (v2 only). */
  dataText?: string;
  actionKey?: string;
  workflowId?: string;
  groupLabel?: string;
  files: FilePart[];
}

/** Reads the multipart request of creation and action; what is required is for the caller to say. */
export function actionInput(call: Call, rules: FormRules & JsonRules = {}): ActionInput {
  const form = parseForm(call.headers["content-type"], call.body(), rules);
  const input: ActionInput = { files: form.files };
  const names = ["actionKey", "workflowId", "groupLabel"] as const;
  if (call.face === "v2") {
    const text = form.texts.get("traceInput");
    if (text !== undefined) {
      input.data = objectOf(parseJson(text, rules), "traceInput");
      input.dataText = text;
    }
    for (const name of names) {
      const value = form.texts.get(name);
      if (value !== undefined) input[name] = value;
    }
  } else {
    const text = form.texts.get("body");
    if (text === undefined) throw new Refusal("invalid", "the part body is missing");
    const depth = rules.maxDepth ?? 200;
    const body = objectOf(parseJson(text, { ...rules, maxDepth: depth + 1 }), "body");
    const data = own(body, "data");
    if (data !== undefined) input.data = objectOf(data, "data");
    for (const name of names) if (own(body, name) !== undefined) input[name] = textMember(body, name);
  }
  if (rules.refuseNul) {
    for (const name of names) if (input[name]?.includes("\0")) throw new Refusal("invalid", `NUL in ${name}`);
  }
  return input;
}

export interface PageArgs {
  first?: number;
  last?: number;
  after?: string;
  before?: string;
}

/** Checks the types of first, last, after, before; members of other names are ignored. */
export function pageArgs(value: Json | undefined, rules: { nullIsAbsent?: boolean; zero?: boolean } = {}): PageArgs {
  if (!isObject(value)) throw new Refusal("invalid", "the page must be a JSON object");
  const args: PageArgs = {};
  for (const name of ["first", "last", "after", "before"] as const) {
    const given = own(value, name);
    if (given === undefined || (given === null && rules.nullIsAbsent)) continue;
    if (name === "first" || name === "last") {
      if (typeof given !== "number" || !Number.isInteger(given) || given < (rules.zero ? 0 : 1)) {
        throw new Refusal("invalid", `${name} is not a number of links`);
      }
      args[name] = given;
    } else if (typeof given === "string") args[name] = given;
    else throw new Refusal("invalid", `${name} must be a cursor`);
  }
  return args;
}

export interface Cut<T> {
  items: T[];
  hasNext: boolean;
  hasPrevious: boolean;
}

/** Cuts a page out of a list: first between two indexes, then from the start, then from the end. */
export function cut<T>(list: readonly T[], from: number, to: number, first?: number, last?: number): Cut<T> {
  let start = Math.min(from, list.length);
  let end = Math.max(start, Math.min(to, list.length));
  if (first !== undefined) end = Math.min(end, start + first);
  if (last !== undefined) start = Math.max(start, end - last);
  return { items: list.slice(start, end), hasNext: end < list.length, hasPrevious: start > 0 };
}
