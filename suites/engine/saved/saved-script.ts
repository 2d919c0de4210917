/** Scripts in files: those that a run saved, and those that somebody wrote. */
import { validateScript } from "../../../generators/index.ts";
import { readJsonFile } from "../../../spec/files/json-file.ts";
import { whyUnreadable } from "../../../spec/files/why-unreadable.ts";
import { scriptFormProblems } from "../../../spec/vocabulary/script-form.ts";
import type { Attempts } from "../../../reports/results/index.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import { UsageError } from "../../usage-error.ts";

const remedy = "Give a script such as those in the folder failures of a run.";
/** As deep as the data of a script may nest, and its steps around it. */
const bounds = { maxBytes: 64 * 1024 * 1024, maxDepth: 4_000 } as const;

/**
 * The script in a file; where it has no id or title, the name of the file stands for them.
 * @throws UsageError that names the file, what is wrong and where, and the remedy
 */
export function readScript(path: string, shown: string = path): Script {
  return readSavedScript(path, shown).script;
}

interface SavedScript {
  readonly script: Script;
  /** In how many attempts the run that saved it saw it fail, where that was not each time. */
  readonly attempts?: Attempts;
  /** The requirements that the run saw it break; none where no run says so. */
  readonly shows: readonly string[];
}

/** The script in a file as `readScript` gives it, and what the run that saved it tells beside. @throws UsageError */
export function readSavedScript(path: string, shown: string = path): SavedScript {
  let value: unknown;
  try {
    value = readJsonFile(path, bounds);
  } catch (cause) {
    throw new UsageError(`${shown} is no script: ${whyUnreadable(cause)}. ${remedy}`, { cause });
  }
  const malformed = scriptFormProblems(value);
  if (malformed.length > 0) throw new UsageError(`${shown} is no script:\n  ${malformed.join("\n  ")}\n${remedy}`);
  const { attempts, shows = [], ...named } = value as Partial<Script & SavedScript> & Pick<Script, "steps">;
  const script: Script = { ...named, id: named.id ?? shown, title: named.title ?? shown };
  const problems = validateScript(script).slice(0, 10);
  if (problems.length > 0) throw new UsageError(`${shown} is no script that can be run:\n  ${problems.join("\n  ")}`);
  return { script, shows, ...(attempts ? { attempts } : {}) };
}
