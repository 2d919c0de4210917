/** The scripts that follow from the seed of a run, held against those of its histories. */
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { catalog } from "../engine/plan/catalog.ts";
import { suiteContextIn, type RunRecord } from "../engine/record/run-record.ts";
import { asKnown, restampFor } from "../engine/plan/restamp.ts";
import { sameAsSaved } from "./same.ts";

export interface SavedScript {
  readonly script: Script;
  readonly judgedOn?: readonly string[];
  /** The name of its marks, where it ran once more. */
  readonly again?: string;
}

/**
 * What contradicts that these scripts are those of the run, one sentence each.
 * @param profiles what was known when the scripts were made, and what each time that more was learned while they ran:
 *   a script is sent with data that follow the forms as they are known then
 * @param probed what the probes saw
 * @param failed the requirements that scripts of the seed broke: for those, smaller scripts may stand beside
 */
export function scriptProblems(
  record: RunRecord,
  profiles: readonly [Profile, ...Profile[]],
  probed: readonly History[],
  saved: readonly SavedScript[],
  failed: ReadonlySet<string>,
): readonly string[] {
  const context = suiteContextIn(record, profiles[0], probed);
  const wanted = new Map(catalog(context).flatMap(({ scripts }) => scripts.map((script) => [script.id, script])));
  const found = new Set<string>();
  const stamps = new Set<string>();
  const isStamp = (name: string): boolean =>
    name.startsWith(record.runId) && /^r[0-9a-z]{1,6}$/.test(name.slice(record.runId.length));
  const known = profiles.map((profile) => ({ environment: record.target, profile, plan: record }));
  const isSentAs = (script: Script, own: Script, again: string | undefined): boolean =>
    (again === undefined && sameAsSaved(script, own)) ||
    known.some((then) => sameAsSaved(script, again === undefined ? asKnown(then, own) : restampFor(then, own, again)));
  const [changed, foreign, twice]: [string[], string[], string[]] = [[], [], []];
  for (const { script, judgedOn, again } of saved) {
    const own = wanted.get(script.id);
    // Smaller scripts look for what breaks a requirement; they can only blame, and only what is broken anyway.
    const smaller = judgedOn !== undefined && judgedOn.length > 0 && judgedOn.every((id) => failed.has(id));
    if (smaller && !own) continue;
    if (!own || judgedOn) foreign.push(script.id);
    else if (!isSentAs(script, own, again)) changed.push(script.id);
    // That it was asked for is known where the histories are judged.
    else if (again !== undefined && isStamp(again) && !stamps.has(again)) stamps.add(again);
    else if (found.has(script.id)) twice.push(script.id);
    found.add(script.id);
  }
  const missing = [...wanted.keys()].filter((id) => !found.has(id));
  return [
    ...complaint(missing, "of the run's seed, depth and profile", "without a history"),
    ...complaint(changed, "of the histories", `not as seed ${record.seed} makes them`),
    ...complaint(foreign, "of the histories", "not of the suite"),
    ...complaint(twice, "of the histories", "there twice"),
  ];
}

function complaint(ids: readonly string[], where: string, what: string): readonly string[] {
  const [first] = ids;
  if (first === undefined) return [];
  const count = ids.length === 1 ? "a script" : `${ids.length} scripts`;
  return [`${count} ${where} ${ids.length === 1 ? "is" : "are"} ${what}, such as ${first}`];
}
