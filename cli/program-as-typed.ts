/** How a reader of what is printed calls this program again. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Terminal } from "./terminal.ts";

const name = "trace-conformance";

/**
 * By its name where a shell finds it, else by way of npx, which finds what a project has installed. What npm puts in front of
 * the path while it runs a program is gone for the shell in which the next line is typed.
 */
export function programAsTyped({ env }: Pick<Terminal, "env">): string {
  const folders = (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  const isFound = folders.some((folder) => folder !== "" && existsSync(join(folder, name)));
  return isFound ? name : `npx --no ${name}`;
}
