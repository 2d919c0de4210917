/** The command that runs a saved script again. */
import type { Script } from "../../spec/vocabulary/script.ts";
import type { Results } from "./model.ts";

/** `trace-conformance replay …`, to be typed in the output folder. */
export function replayCommand(scriptFile: string, environment: Results["environment"]): string {
  const target = environment.name === "embedded" ? "" : ` --env ${shellWord(environment.name)}`;
  return `trace-conformance replay ${shellWord(scriptFile)}${target}`;
}

/** The scripts that the replay commands of these results name, each with its file below the output folder. */
export function failureScripts(results: Results): { readonly file: string; readonly script: Script }[] {
  const files = new Map<string, Script>();
  for (const failure of results.requirements.flatMap((requirement) => requirement.failures ?? [])) {
    if (failure.scriptFile !== undefined) files.set(failure.scriptFile, failure.script);
  }
  return [...files].map(([file, script]) => ({ file, script }));
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
