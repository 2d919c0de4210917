/** The longest ways through a process, and the ways to what these do not come to. */
import { mayBringFiles } from "../../../spec/readings/file-policy.ts";
import { type ProcessRules, wayBefore } from "../../../spec/readings/process.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../context.ts";
import { byDepth } from "./choose.ts";
import { defineScript, type Draft } from "./define-script.ts";
import type { Gated } from "./gated.ts";
import { ownFiles } from "./inputs.ts";
import { allFilesOf, alternating, archives, reads } from "./reads.ts";
import { waysThrough } from "./ways.ts";

type Keys = readonly string[];

/** So many ways go to actions that the long ones do not come to. */
const mostBeside = 4;
/** So many requests the ways through all workflows but the first take. */
const mostRequests = 220;

/**
 * With a look at the trace after every action, and at every file that one brought.
 * @param all the processes
 */
export function wholeWays(context: SuiteContext, area: string, [first, ...others]: readonly Gated[]) {
  const most = byDepth(context, { quick: 0, standard: mostBeside, deep: 2 * mostBeside });
  let left = byDepth(context, { quick: 0, standard: mostRequests, deep: 3 * mostRequests });
  const ofOthers = others.flatMap((one) => {
    if (left <= 0) return [];
    const [long = []] = waysThrough(context.profile, one.workflow);
    // Twice, so that each action comes through either face: one answers the state, the other does not.
    const ways = [long, long, ...waysBeside(one.rules, one.workflow, [long]).slice(0, most / 2)];
    return ways.flatMap((way, at) => {
      const name = `way-${String(one.index)}-${String(at)}`;
      const script = alongWay(context, area, name, one, { way, first: faces[(at + 1) % faces.length] ?? "v2" });
      left -= script.steps.length;
      return left < 0 ? [] : [script];
    });
  });
  return first ? [...twice(context, area, first, most), ...ofOthers] : [];
}

function twice(context: SuiteContext, area: string, first: Gated, most: number) {
  const long = waysThrough(context.profile, first.workflow);
  const through = faces.map((_, at) => long[at % long.length] ?? []);
  const ways = [...through, ...waysBeside(first.rules, first.workflow, through).slice(0, most)];
  return ways.map((way, at) => {
    const face = faces[at % faces.length] ?? "v2";
    // What may come may also bring some. What takes none would be led on to what does, so the first of the ways has none.
    const name = `way-${at < faces.length ? face : String(at)}`;
    return alongWay(context, area, name, first, { way, first: face, isBare: at === 0 });
  });
}

interface Along {
  readonly way: Keys;
  /** The face of the first action. */
  readonly first: Face;
  /** True where no action brings a file. */
  readonly isBare?: boolean;
}

function alongWay(
  context: SuiteContext,
  area: string,
  name: string,
  { index, workflow }: Gated,
  { way, first, isBare = false }: Along,
) {
  const mayBring = (key: string): boolean =>
    !isBare && mayBringFiles(workflow.actions.find((one) => one.key === key)?.files);
  return defineScript(context, area, name, "Every action that may come next is accepted", (draft) =>
    gone(draft, index, way, first, mayBring),
  );
}

function gone(
  draft: Draft,
  workflow: number,
  way: Keys,
  first: Face,
  mayBring: (key: string) => boolean,
): readonly OperationStep[] {
  const labels: string[] = [];
  const steps = way.flatMap((action, number): readonly OperationStep[] => {
    const [as, bringsFiles] = [number === 0 ? "t" : `t${String(number)}`, mayBring(action)];
    if (bringsFiles) labels.push(as);
    const files = bringsFiles ? { files: ownFiles(draft, 1) } : {};
    const common = { face: alternating(number + (first === "v2" ? 0 : 1)), workflow, action };
    const data = draft.doc({ number });
    const write: OperationStep =
      number === 0
        ? { op: "create", as, ...common, data, ...files }
        : { op: "act", trace: "$t", ...(bringsFiles ? { as } : {}), ...common, data, ...files };
    return [write, ...reads("$t").filter((read) => number === way.length - 1 || read.op === "state")];
  });
  const singles = labels.map((label): OperationStep => ({
    ...{ op: "file", face: "v2", trace: "$t", digest: `$${label}.0` },
  }));
  return [...steps, ...(labels.length > 0 ? archives("$t", allFilesOf(...labels)) : []), ...singles];
}

/** The shortest ways that end with an action which no way before them has. */
export function waysBeside(rules: ProcessRules, workflow: WorkflowDescription, ways: readonly Keys[]): readonly Keys[] {
  const known = new Set(ways.flat());
  const others = [...new Set(workflow.actions.filter(({ appends }) => appends).map(({ key }) => key))]
    .filter((key) => !known.has(key))
    .flatMap((key) => {
      const before = wayBefore(rules, workflow, key);
      return before ? [[...before, key]] : [];
    });
  return others
    .toSorted((one, other) => one.length - other.length)
    .filter((way) => {
      const isNew = !known.has(way.at(-1) ?? "");
      if (isNew) for (const key of way) known.add(key);
      return isNew;
    });
}
