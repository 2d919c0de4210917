/** Everything that a run could send to one target, as groups of scripts: a group is one test. */
import { byValue } from "./by-value.ts";
import { textsApart } from "./texts-apart.ts";
import { areTracesDear } from "./traces-dear.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import { areaScripts, propertyScripts, scriptAreas, type SuiteContext } from "../../scripts/index.ts";

export const suiteNames = ["scenarios", "properties", "equivalence", "robustness"] as const;
export type SuiteName = (typeof suiteNames)[number];

export interface ScriptGroup {
  readonly suite: SuiteName;
  /** Unique in a run; for a hand-written script its id, for a property the common beginning of its scripts' ids. */
  readonly id: string;
  readonly title: string;
  readonly scripts: readonly Script[];
}

/** Areas of hand-written scripts that are not scenarios but stand in a suite of their own. */
const suiteOfArea: Readonly<Record<string, SuiteName>> = {
  equivalence: "equivalence",
  refusals: "robustness",
  "unknown-traces": "robustness",
};

/** The groups of all suites, in the order in which they are started. The same context gives the same scripts. */
export function catalog(context: SuiteContext): readonly ScriptGroup[] {
  const scenarios = scriptAreas.flatMap((area) =>
    areaScripts(context, area).map((script): ScriptGroup => ({
      suite: suiteOfArea[area.id] ?? "scenarios",
      id: script.id,
      title: script.title,
      scripts: [script],
    })),
  );
  const apart = textsApart(context.target.workflows, context.usedTexts);
  const groups = [...scenarios, ...properties(context)].map((group) => ({
    ...group,
    scripts: group.scripts.map(apart),
  }));
  const isSparing = areTracesDear(
    context,
    groups.flatMap(({ scripts }) => scripts),
  );
  return byValue(groups, isSparing);
}

/** Scripts of extensions, each a scenario. */
export function ownGroups(scripts: readonly Script[]): readonly ScriptGroup[] {
  return scripts.map((script) => ({ suite: "scenarios", id: script.id, title: script.title, scripts: [script] }));
}

/** Only the generated scripts, which differ from seed to seed. */
export function properties(context: SuiteContext): readonly ScriptGroup[] {
  const byProperty = Map.groupBy(propertyScripts(context), (script) => script.id.split("/", 2).join("/"));
  return [...byProperty].map(([id, scripts]) => ({
    suite: "properties",
    id,
    title: scripts[0] && scripts.length === 1 ? scripts[0].title : `${scripts.length} generated scripts`,
    scripts,
  }));
}
