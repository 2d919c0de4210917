/** How a reader of what is printed calls this program again. */
import { existsSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../reports/index.ts";
import type { Terminal } from "./terminal.ts";

const name = "trace-conformance";

/** The folder of this package, seen from the sources or from what was built of them. */
const own = fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? ".." : "../..", import.meta.url));

/**
 * By its name where a shell finds it, else by way of npx where that finds it: in a project that has it installed, and in
 * its own. Elsewhere by its file. What npm puts in front of the path while it runs a program is gone for the shell in which
 * the next line is typed.
 */
export function programAsTyped({ env, cwd }: Pick<Terminal, "env" | "cwd">): string {
  const folders = (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  const isFound = folders.some((folder) => folder !== "" && existsSync(join(folder, name)));
  if (isFound) return name;
  if (foldersUpFrom(cwd).some(isInstalledIn) || relative(projectOf(cwd), own) === "") return `npx --no -- ${name}`;
  const file = join(own, "bin", `${name}.js`);
  const fromHere = relative(cwd, file);
  return `node ${shellWord(fromHere.length < file.length ? fromHere : file)}`;
}

/** A folder and all those that it is in, the nearest first. */
function foldersUpFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}

const isInstalledIn = (folder: string): boolean => existsSync(join(folder, "node_modules", ".bin", name));

/** What npm takes for the project of a folder: the nearest that says what it is, or has something installed. */
function projectOf(folder: string): string {
  const isProject = (above: string): boolean =>
    existsSync(join(above, "package.json")) || existsSync(join(above, "node_modules"));
  return foldersUpFrom(folder).find(isProject) ?? folder;
}
