/** The command that runs a saved script again. */
import type { Script } from "../../spec/vocabulary/script.ts";
import { isAtTimes } from "./attempt-tally.ts";
import type { Attempts, Failure, Results } from "./model.ts";

/**
 * `trace-conformance replay …`, to be typed in the output folder. `target` are the arguments that name the target;
 * absent, they follow from the environment.
 */
export function replayCommand(
  scriptFile: string,
  environment: Results["environment"],
  target = targetArguments(environment),
): string {
  return ["trace-conformance", "replay", scriptFile, ...target].map(shellWord).join(" ");
}

/** A file of the output folder, as it is typed where the run was started. */
export function inFolder(file: string, directory: string | undefined): string {
  return directory === undefined ? file : `${directory.replace(/\/$/, "")}/${file}`;
}

/** The failure's replay command for a reader who stands outside the output folder `directory`. */
export function replayFrom(failure: Failure, directory: string | undefined): string {
  if (directory === undefined || failure.scriptFile === undefined) return failure.replay;
  // The folder that the run wrote down may have been moved or copied since.
  const file = shellWord(inFolder(failure.scriptFile, directory));
  const begin = "trace-conformance replay ";
  if (!failure.replay.startsWith(begin)) return failure.replay;
  const words = failure.replay.slice(begin.length);
  return `${begin}${file}${words.slice(shellWordsOf(words)[0]?.length)}`;
}

/** A target without an entry in a configuration is named after its host; it is reached by its address. */
export function targetArguments(environment: Results["environment"]): readonly string[] {
  if (environment.arguments) return environment.arguments;
  const { name, baseUrl } = environment;
  if (name === "embedded") return [];
  return URL.parse(baseUrl)?.host === name ? ["--base-url", baseUrl] : ["--env", name];
}

export interface FailureScript {
  /** Below the output folder. */
  readonly file: string;
  readonly script: Script;
  /** In how many attempts it was seen to fail, where that was not each time. */
  readonly attempts?: Attempts;
  /** The requirements that it was seen to break, those that most likely tell the cause first. */
  readonly shows: readonly string[];
}

/** The scripts that the replay commands of these results name. */
export function failureScripts(results: Results): readonly FailureScript[] {
  const files = new Map<string, FailureScript>();
  const roots = new Set((results.causes ?? []).map(({ root }) => root));
  const isRoot = ({ id }: { readonly id: string }): boolean => roots.has(id);
  for (const { id, failures = [] } of results.requirements.toSorted((a, b) => Number(isRoot(b)) - Number(isRoot(a))))
    for (const { scriptFile: file, script, attempts } of failures) {
      if (file === undefined) continue;
      const known = files.get(file);
      const told = known?.attempts ?? (isAtTimes(attempts) ? attempts : undefined);
      const shows = [...new Set([...(known?.shows ?? []), id])];
      files.set(file, { file, script, shows, ...(told ? { attempts: told } : {}) });
    }
  return [...files.values()];
}

/** The words of a command as they are typed: one with quotes is one word, whatever spaces it holds. */
export function shellWordsOf(command: string): readonly string[] {
  return command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
