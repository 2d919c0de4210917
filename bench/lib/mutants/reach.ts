/** Which places of the reference service a whole run executes: elsewhere a mutant changes nothing that the run could see. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { EnvironmentName } from "../../../reference/environments.ts";
import type { Mutant } from "./mutants.ts";

/** How often parts of a file were executed; parts of parts are counted apart. */
export type Ranges = readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];

/** @returns whether a run of that depth and seed executes the place of a mutant */
export async function reachOf(
  environment: EnvironmentName,
  seed: number,
): Promise<(mutant: Pick<Mutant, "file" | "start">) => boolean> {
  // In a process of its own, whose database and loaded modules end with it.
  const script = fileURLToPath(new URL("./reach-process.ts", import.meta.url));
  const child = fork(script, [environment, String(seed)]);
  const [message] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [unknown];
  child.kill("SIGKILL");
  if (!Array.isArray(message)) throw new Error("the run of the service as it is came to nothing");
  const files = new Map(message as readonly (readonly [string, Ranges])[]);
  return ({ file, start }) => countAt(files.get(file) ?? [], start) > 0;
}

/** Of the smallest range around the place. */
function countAt(ranges: Ranges, place: number): number {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset);
  const [smallest] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return smallest?.count ?? 0;
}
