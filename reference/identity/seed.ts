import { isNode } from "yaml";
import type { Document, LineCounter } from "yaml";
import { readText } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { maxYamlBytes, MalformedYaml, yamlOf } from "../../spec/files/yaml-text.ts";
import type { YamlText } from "../../spec/files/yaml-text.ts";
import { isJsonObject } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import { SetupError } from "../core/setup-error.ts";
import { isPasswordHash } from "./passwords.ts";
import { publicKeyProblem, schemaProblem } from "./seed-values.ts";

/** A user of the seed file. */
interface SeedUser {
  readonly email: string;
  readonly organization: string;
  readonly groups: readonly string[];
  /** `scrypt$…`; a plain `password` of the file is hashed when the service starts. */
  readonly passwordHash: string | undefined;
  readonly password: string | undefined;
  readonly publicKey: string | undefined;
}

/** An action of a workflow of the seed file. */
interface SeedAction {
  readonly key: string;
  readonly groups: readonly string[];
  readonly creates: boolean;
  /** True for an action that does not only create. */
  readonly appends: boolean;
  /** Keys of the actions every one of which must have been done before. */
  readonly after: readonly string[];
  /** How often a trace takes it; infinity where nothing is said. */
  readonly atMost: number;
  readonly ends: boolean;
  /** The total that it raises by one. */
  readonly counts: string | undefined;
  /** Totals, each with the member of the data whose number it is raised by. */
  readonly adds: Readonly<Record<string, string>>;
  /** JSON Schema (2020-12) of the action's data; undefined takes any object. */
  readonly schema: JsonObject | undefined;
}

/** A workflow of the seed file. */
interface SeedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  /** True where one of its actions says when it may come: the process then decides what may come next. */
  readonly isProcess: boolean;
  readonly actions: readonly SeedAction[];
}

/** What a seed file says. */
export interface Seed {
  readonly organizations: readonly string[];
  readonly users: readonly SeedUser[];
  readonly workflows: readonly SeedWorkflow[];
}

/**
 * Reads a seed file (YAML).
 * @throws SetupError naming the file, the entry and what was wanted there
 */
export function readSeed(file: string | URL): Seed {
  const name = file instanceof URL ? file.pathname : file;
  const { document, fail } = load(name, file);
  const seen = { organizations: new Set<string>(), emails: new Set<string>(), workflows: new Set<string>() };
  const read = new Reader(fail);
  const once = (known: Set<string>, value: string, where: string): string => {
    if (known.has(value)) fail(where, `one not used before, not "${value}" again`);
    known.add(value);
    return value;
  };

  const users: SeedUser[] = [];
  const workflows: SeedWorkflow[] = [];
  const root = read.record(document, "the file", ["organizations"]);
  for (const [at, entry] of read.entries(root, "organizations", "")) {
    const organization = read.record(entry, at, ["name", "users", "workflows"]);
    const organizationName = once(seen.organizations, read.text(organization, "name", at), `${at}.name`);
    for (const [where, item] of read.entries(organization, "users", at)) {
      const user = readUser(read, item, where, organizationName);
      once(seen.emails, user.email, `${where}.email`);
      users.push(user);
    }
    for (const [where, item] of read.entries(organization, "workflows", at)) {
      const workflow = readWorkflow(read, item, where, organizationName);
      once(seen.workflows, workflow.id, `${where}.id`);
      workflows.push(workflow);
    }
  }
  if (seen.organizations.size === 0) fail("organizations", "at least one organization");
  return { organizations: [...seen.organizations], users, workflows };
}

function readUser(read: Reader, item: unknown, where: string, organization: string): SeedUser {
  const user = read.record(item, where, ["email", "password", "passwordHash", "publicKey", "groups"]);
  const seedUser: SeedUser = {
    email: read.text(user, "email", where),
    organization,
    groups: read.texts(user, "groups", where),
    password: read.optionalText(user, "password", where),
    passwordHash: read.optionalText(user, "passwordHash", where),
    publicKey: read.optionalText(user, "publicKey", where),
  };
  const { password, passwordHash, publicKey } = seedUser;
  if (password !== undefined && passwordHash !== undefined) read.fail(where, "`password` or `passwordHash`, not both");
  if (password === undefined && passwordHash === undefined && publicKey === undefined) {
    read.fail(where, "a way to log in: `passwordHash`, `password` or `publicKey`");
  }
  // Never the value itself: a password may have been put there by mistake.
  if (passwordHash !== undefined && !isPasswordHash(passwordHash)) {
    read.fail(`${where}.passwordHash`, "the form scrypt$N$r$p$salt$key");
  }
  const problem = publicKey === undefined ? undefined : publicKeyProblem(publicKey);
  if (problem !== undefined) read.fail(`${where}.publicKey`, problem);
  return seedUser;
}

function readWorkflow(read: Reader, item: unknown, where: string, organization: string): SeedWorkflow {
  const workflow = read.record(item, where, ["id", "name", "actions"]);
  const actions = read.entries(workflow, "actions", where).map(([place, value]) => readAction(read, value, place));
  const keys = actions.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) read.fail(`${where}.actions`, `each key once, not "${twice}" again`);
  if (!actions.some(({ creates }) => creates)) {
    read.fail(`${where}.actions`, "at least one action with `creates: true`; otherwise no trace can be started");
  }
  for (const [index, { key, after }] of actions.entries()) {
    const unknown = after.find((earlier) => earlier === key || !keys.includes(earlier));
    if (unknown === undefined) continue;
    read.fail(`${where}.actions[${String(index)}].after`, `other actions of this workflow, not "${unknown}"`);
  }
  const isProcess = actions.some(({ after, atMost, ends }) => after.length > 0 || atMost < Infinity || ends);
  const [id, name] = [read.text(workflow, "id", where), read.text(workflow, "name", where)];
  return { id, name, organization, isProcess, actions };
}

function readAction(read: Reader, value: unknown, where: string): SeedAction {
  const action = read.record(value, where, [
    ...["key", "groups", "creates", "appends", "schema"],
    ...["after", "atMost", "ends", "counts", "adds"],
  ]);
  const { schema } = action;
  const creates = read.flag(action, "creates", where);
  const groups = read.texts(action, "groups", where);
  if (groups.length === 0) read.fail(`${where}.groups`, "at least one group; otherwise nobody may do it");
  const problem = schema === undefined ? undefined : schemaProblem(schema);
  if (problem !== undefined) read.fail(`${where}.schema`, problem);
  return {
    key: read.text(action, "key", where),
    groups,
    creates,
    appends: read.flag(action, "appends", where, !creates),
    after: read.texts(action, "after", where),
    atMost: read.atLeastOne(action, "atMost", where),
    ends: read.flag(action, "ends", where),
    counts: read.optionalText(action, "counts", where),
    adds: readAdds(read, action, where),
    schema: schema === undefined ? undefined : read.record(schema, `${where}.schema`),
  };
}

function readAdds(read: Reader, action: JsonObject, where: string): Record<string, string> {
  if (action["adds"] === undefined) return {};
  const adds = read.record(action["adds"], `${where}.adds`);
  return Object.fromEntries(Object.keys(adds).map((total) => [total, read.text(adds, total, `${where}.adds`)]));
}

type Fail = (where: string, wanted: string) => never;

/** Takes members out of the document, each by its kind. */
class Reader {
  readonly fail: Fail;

  constructor(fail: Fail) {
    this.fail = fail;
  }

  record(value: unknown, where: string, members?: readonly string[]): JsonObject {
    if (!isJsonObject(value)) return this.fail(where, "a mapping");
    const strange = Object.keys(value).find((key) => members?.includes(key) === false);
    if (strange !== undefined) this.fail(where, `${members?.join(", ") ?? ""}; not "${strange}"`);
    return value;
  }

  /** The items of a list, each with its place; none for a list that is not there. */
  entries(parent: JsonObject, member: string, at: string): [place: string, item: unknown][] {
    const place = at === "" ? member : `${at}.${member}`;
    const value = parent[member] ?? [];
    if (!Array.isArray(value)) return this.fail(place, "a list");
    return value.map((item, index) => [`${place}[${String(index)}]`, item]);
  }

  text(parent: JsonObject, member: string, at: string): string {
    const value = parent[member];
    if (typeof value === "number") return this.fail(`${at}.${member}`, `a text: "${String(value)}", in quotes`);
    return typeof value === "string" && value !== "" ? value : this.fail(`${at}.${member}`, "a non-empty text");
  }

  optionalText(parent: JsonObject, member: string, at: string): string | undefined {
    return parent[member] === undefined ? undefined : this.text(parent, member, at);
  }

  flag(parent: JsonObject, member: string, at: string, otherwise = false): boolean {
    const value = parent[member] ?? otherwise;
    return typeof value === "boolean" ? value : this.fail(`${at}.${member}`, "true or false");
  }

  /** A whole number of at least 1; infinity for one that is not there. */
  atLeastOne(parent: JsonObject, member: string, at: string): number {
    const value = parent[member];
    if (value === undefined) return Infinity;
    return Number.isInteger(value) && Number(value) > 0
      ? Number(value)
      : this.fail(`${at}.${member}`, "a whole number of at least 1");
  }

  texts(parent: JsonObject, member: string, at: string): string[] {
    return this.entries(parent, member, at).map(([place, item]) =>
      typeof item === "string" && item !== "" ? item : this.fail(place, "a non-empty text"),
    );
  }
}

function load(name: string, file: string | URL): { document: unknown; fail: Fail } {
  let yaml: YamlText;
  try {
    yaml = yamlOf(readText(file, maxYamlBytes));
  } catch (cause) {
    const what = cause instanceof MalformedYaml ? "not YAML" : "cannot be read";
    throw new SetupError(`seed file ${name}: ${what}: ${whyUnreadable(cause)}`);
  }
  const { document: source, lines, value } = yaml;
  return {
    document: value,
    fail(where, wanted) {
      throw new SetupError(`seed file ${name}${lineOf(source, lines, where)}: ${where}: wanted ${wanted}`);
    },
  };
}

// ":12" for the entry at `organizations[0].users[1].email`, or for the nearest one around it.
function lineOf(source: Document, lines: LineCounter, where: string): string {
  const path = [...where.matchAll(/([^.[\]]+)/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let length = path.length; length > 0; length--) {
    const node: unknown = source.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return `:${String(lines.linePos(node.range[0]).line)}`;
  }
  return "";
}
