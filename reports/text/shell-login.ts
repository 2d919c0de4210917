/** How a reader gets the values that curl lines take from variables of the shell, because no report holds a secret. */
import type { OperationId } from "../../spec/operations.ts";
import { operationById } from "../../spec/operations.ts";
import type { Failure, Results } from "../results/model.ts";

/** A variable of a curl line, and the line that sets it where a login can. */
export interface ShellVariable {
  readonly name: string;
  /** Sets the variable; itself takes `needs`. Absent: the reader puts in what they have. */
  readonly line?: string;
  readonly needs?: readonly string[];
}

/** The logins in the order of ease, with the members that they take. */
const logins: readonly (readonly [OperationId, Readonly<Record<string, string>>])[] = [
  ["v2LoginCredential", { email: "EMAIL", password: "PASSWORD" }],
  ["legacyLoginCredential", { email: "EMAIL", password: "PASSWORD" }],
  ["v2LoginPrivateKey", { privateKey: "PRIVATE_KEY" }],
];

/** Names of the variables that these command lines take, each once. */
export function variablesIn(lines: readonly string[]): string[] {
  const named = lines.flatMap((line) => [
    ...line.matchAll(/\$(TRACE_(?:SECOND_|USER_\d+_)?(?:TOKEN|EMAIL|PASSWORD|PRIVATE_KEY))\b/g),
  ]);
  return [...new Set(named.map(([, name = ""]) => name))];
}

/**
 * The line of a POSIX shell that logs in and sets the token. It uses a login that succeeded in this run; when none did,
 * the run was given its token, and so must the reader be.
 */
export function shellVariable(name: string, results: Results): ShellVariable {
  if (!name.endsWith("_TOKEN")) return { name };
  const found = logins.find(([id]) => succeeded(id, results));
  if (!found) return { name };
  const [id, members] = found;
  const needs = Object.values(members).map((suffix) => name.replace("TOKEN", suffix));
  const pairs = Object.keys(members).map((member, at) => `"${member}":"'"$${needs[at]}"'"`);
  const address = `${results.environment.baseUrl.replace(/(?<!\/)\/+$/, "")}${operationById(id).path}`;
  const request = `curl -sS --header 'content-type: application/json' --data-binary '{${pairs.join(",")}}' ${word(address)}`;
  const line = `export ${name}=$(${request} | sed -n 's/.*"token" *: *"\\([^"]*\\)".*/\\1/p')`;
  return { name, line, needs };
}

/** The variables that tokens stand in, of those that the curl lines of these results take. */
export function tokenVariables(results: Results): ShellVariable[] {
  const failures = results.requirements.flatMap(({ failures: own = [] }) => own);
  return variablesIn(failures.flatMap(curlsOf))
    .filter((name) => name.endsWith("_TOKEN"))
    .map((name) => shellVariable(name, results));
}

/** Every curl line of a failure. */
function curlsOf({ curl, exchanges }: Pick<Failure, "curl" | "exchanges">): string[] {
  const lines = [curl, ...exchanges.map((exchange) => exchange.curl)];
  return [...new Set(lines.filter((line) => line !== undefined))];
}

const meanings: Readonly<Record<string, string>> = {
  TOKEN: "a bearer token",
  EMAIL: "the email",
  PASSWORD: "the password, as JSON would write it",
  PRIVATE_KEY: "the private key, as JSON would write it (line breaks as \\n)",
};

/** What the reader puts into a variable, such as `the email of users[0] of the configuration`. */
export function meaningOf(name: string): string {
  const [, user, suffix = ""] = /^TRACE_(?:(SECOND|USER_\d+)_)?(.+)$/.exec(name) ?? [];
  const meaning = meanings[suffix] ?? suffix;
  if (user === undefined) return suffix === "TOKEN" ? `${meaning} of the target` : meaning;
  return `${meaning} of ${user === "SECOND" ? "secondUser" : `users[${String(Number(user.slice("USER_".length)) - 1)}]`} of the configuration`;
}

/** What is to be typed before these curl lines, for a POSIX shell: logins, and comments that say what the reader puts in. */
export function shellNeeds(lines: readonly string[], results: Results): string[] {
  const variables = variablesIn(lines).map((name) => shellVariable(name, results));
  const given = variables.flatMap(({ name, needs = [name] }) => needs);
  return [
    ...[...new Set(given)].map((name) => `# ${name}: ${meaningOf(name)}`),
    ...variables.flatMap(({ line }) => line ?? []),
  ];
}

function succeeded(id: OperationId, results: Results): boolean {
  return results.operations.some(({ operationId, statuses }) => operationId === id && (statuses["200"] ?? 0) > 0);
}

function word(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
