/** How a reader gets the values that curl lines take from variables of the shell, because no report holds a secret. */
import type { OperationId } from "../../spec/operations.ts";
import { operationById } from "../../spec/operations.ts";
import type { Results } from "../results/model.ts";

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
    ...line.matchAll(/\$(TRACE_(?:SECOND_)?(?:TOKEN|EMAIL|PASSWORD|PRIVATE_KEY))\b/g),
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

/** The variables that tokens stand in, for the user of the run and for the second one. */
export function tokenVariables(results: Results): ShellVariable[] {
  return ["TRACE_TOKEN", "TRACE_SECOND_TOKEN"].map((name) => shellVariable(name, results));
}

function succeeded(id: OperationId, results: Results): boolean {
  return results.operations.some(({ operationId, statuses }) => operationId === id && (statuses["200"] ?? 0) > 0);
}

function word(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
