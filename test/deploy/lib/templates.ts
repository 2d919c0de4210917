/** The templates of `deploy/`, parsed, and the scripts in them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

export const deployFolder = fileURLToPath(new URL("../../../deploy/", import.meta.url));

/** YAML files below `deploy/`, hidden ones included. */
export const yamlFiles: readonly string[] = readdirSync(deployFolder, { recursive: true })
  .map(String)
  .filter((name) => /\.ya?ml$/.test(name))
  .sort();

/** The documents of a file. @throws Error for what is no YAML, duplicate keys included. */
export function documentsOf(name: string): readonly unknown[] {
  const documents = parseAllDocuments(readFileSync(join(deployFolder, name), "utf8"), { uniqueKeys: true });
  return [...documents].map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS() as unknown;
  });
}

export interface Script {
  readonly file: string;
  readonly text: string;
}

/** Everything in a template that a shell executes: `run`, `script` lines as one text, and the arguments of `sh -c`. */
export function scriptsIn(file: string): readonly Script[] {
  const found: Script[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { run, script, command, args } = node as Readonly<Record<string, unknown>>;
    if (typeof run === "string") found.push({ file, text: run });
    if (Array.isArray(script)) found.push({ file, text: script.join("\n") });
    if (Array.isArray(command) && command.join(" ") === "sh -c" && Array.isArray(args))
      found.push({ file, text: String(args[0]) });
    Object.values(node).forEach(visit);
  };
  documentsOf(file).forEach(visit);
  return found;
}

/** Every call of the command in a script: its words, quotes taken away. */
export function callsIn({ text }: Script): readonly (readonly string[])[] {
  return text
    .split("\n")
    .filter((line) => !line.trim().startsWith("#"))
    .flatMap((line) => [...line.matchAll(/(?:npx --no -- )?trace-conformance ([a-z].*?)(?:\s*(?:\|\||&&|>>|;).*)?$/g)])
    .map((match) => (match[1] ?? "").split(/\s+/).map((word) => word.replaceAll('"', "")));
}
