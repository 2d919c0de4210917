/** The saved lines of some histories, as they stand on disk. */
import { historyFiles, linesOf } from "./read.ts";

/**
 * The lines of the histories below `path` whose script is wanted, as NDJSON that `readHistories` reads, up to a bound.
 * Past the bound whole histories are left out.
 */
export async function linesOfHistories(
  path: string,
  wanted: (scriptId: string) => boolean,
  maxBytes = 64 * 1024 * 1024,
): Promise<string> {
  const kept: string[] = [];
  let bytes = 0;
  for (const file of await historyFiles(path)) {
    let open: string[] | undefined;
    for await (const line of linesOf(file)) {
      if (line === "") continue;
      // Only the line that opens a history has to be understood.
      if (line.startsWith('{"type":"history"')) open = wanted(scriptIdOf(line)) ? [] : undefined;
      open?.push(line);
      if (!line.startsWith('{"type":"end"') || !open) continue;
      const text = `${open.join("\n")}\n`;
      bytes += text.length;
      if (bytes <= maxBytes) kept.push(text);
      open = undefined;
    }
  }
  return kept.join("");
}

function scriptIdOf(line: string): string {
  try {
    return (JSON.parse(line) as { readonly script?: { readonly id?: string } }).script?.id ?? "";
  } catch {
    return "";
  }
}
