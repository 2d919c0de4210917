import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isJsonObject } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";

/** A user of the seed file. */
export interface SeedUser {
  readonly email: string;
  readonly organization: string;
  readonly groups: readonly string[];
  /** `scrypt$…`; a plain `password` of the file is hashed when the service starts. */
  readonly passwordHash: string | undefined;
  readonly password: string | undefined;
  readonly publicKey: string | undefined;
}

/** An action of a workflow of the seed file. */
export interface SeedAction {
  readonly key: string;
  readonly groups: readonly string[];
  readonly creates: boolean;
  /** JSON Schema (2020-12) of the action's data; undefined takes any object. */
  readonly schema: JsonObject | undefined;
}

/** A workflow of the seed file. */
export interface SeedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
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
 * @throws Error naming the file, the entry and what was wanted there
 */
export function readSeed(file: string | URL): Seed {
  const document: unknown = parse(readFileSync(file, "utf8"));
  const fail = (where: string, wanted: string): never => {
    throw new Error(`seed file ${String(file)}: ${where}: wanted ${wanted}`);
  };
  const record = (value: unknown, where: string): JsonObject =>
    isJsonObject(value) ? value : fail(where, "a mapping");
  const list = (value: unknown, where: string): unknown[] =>
    value === undefined ? [] : Array.isArray(value) ? value : fail(where, "a list");
  const text = (value: unknown, where: string): string =>
    typeof value === "string" && value !== "" ? value : fail(where, "a non-empty text");
  const optionalText = (value: unknown, where: string): string | undefined =>
    value === undefined ? undefined : text(value, where);
  const texts = (value: unknown, where: string): string[] =>
    list(value, where).map((item, index) => text(item, `${where}[${String(index)}]`));

  const organizations: string[] = [];
  const users: SeedUser[] = [];
  const workflows: SeedWorkflow[] = [];
  for (const [o, entry] of list(record(document, "file")["organizations"], "organizations").entries()) {
    const at = `organizations[${String(o)}]`;
    const organization = record(entry, at);
    const name = text(organization["name"], `${at}.name`);
    organizations.push(name);
    for (const [u, item] of list(organization["users"], `${at}.users`).entries()) {
      const where = `${at}.users[${String(u)}]`;
      const user = record(item, where);
      users.push({
        email: text(user["email"], `${where}.email`),
        organization: name,
        groups: texts(user["groups"], `${where}.groups`),
        password: optionalText(user["password"], `${where}.password`),
        passwordHash: optionalText(user["passwordHash"], `${where}.passwordHash`),
        publicKey: optionalText(user["publicKey"], `${where}.publicKey`),
      });
    }
    for (const [w, item] of list(organization["workflows"], `${at}.workflows`).entries()) {
      const where = `${at}.workflows[${String(w)}]`;
      const workflow = record(item, where);
      const id = text(workflow["id"], `${where}.id`);
      if (workflows.some((known) => known.id === id)) fail(`${where}.id`, `an id not used before, not ${id}`);
      const actions = list(workflow["actions"], `${where}.actions`).map((value, a): SeedAction => {
        const place = `${where}.actions[${String(a)}]`;
        const action = record(value, place);
        return {
          key: text(action["key"], `${place}.key`),
          groups: texts(action["groups"], `${place}.groups`),
          creates: action["creates"] === true,
          schema: action["schema"] === undefined ? undefined : record(action["schema"], `${place}.schema`),
        };
      });
      workflows.push({ id, name: text(workflow["name"], `${where}.name`), organization: name, actions });
    }
  }
  return { organizations, users, workflows };
}
