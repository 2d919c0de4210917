/** Goes the longest ways through a process, and ways to actions that these do not reach. */
import { mayBringFiles } from "../../../../spec/readings/file-policy.ts";
import { alternating, type Face, faces } from "../../../../spec/operations.ts";
import { askable } from "../../../../spec/readings/page-size.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { doneBy } from "./again-and-again.ts";
import { byDepth, withinBudget } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { ownFiles } from "../inputs.ts";
import { allFilesOf, archives, reads } from "../steps.ts";
import { waysBeside, waysOfPairs } from "./ways-beside.ts";
import { waysThrough } from "./ways.ts";

type Keys = readonly string[];

/** At most so many ways to such actions. */
const mostBeside = 4;
/** At most so many steps for all workflows but the first, and for the first one's ways of new pairs. */
const [mostSteps, mostOfPairs] = [300, 120];

/** Reads the trace after every action, and every file that an action sent. @param all the processes */
export function wholeWays(context: SuiteContext, script: MakeScript, [first, ...others]: readonly Gated[]) {
  const most = byDepth(context, { quick: 0, standard: mostBeside, deep: 2 * mostBeside });
  const ofOthers = others.flatMap((one) => {
    const [long = []] = waysThrough(context.profile, one.workflow);
    // Twice, so that each action goes through both faces: only one answers with the state.
    const beside = waysBeside(one.rules, one.workflow, [long]).slice(0, most / 2);
    const ways = [long, long, ...beside, ...waysOfPairs(one.rules, one.workflow, [long, ...beside])];
    return ways.map((way, at) => {
      const name = `way-${String(one.index)}-${String(at)}`;
      return alongWay(context, script, name, one, { way, first: alternating(at + 1) });
    });
  });
  const within = withinBudget(context, ofOthers, mostSteps);
  return first ? [...twice(context, script, first, most), ...within] : [];
}

function twice(context: SuiteContext, script: MakeScript, first: Gated, most: number) {
  const long = waysThrough(context.profile, first.workflow);
  const through = faces.map((_, at) => long[at % long.length] ?? []);
  const beside = waysBeside(first.rules, first.workflow, through).slice(0, most);
  const pairs = waysOfPairs(first.rules, first.workflow, [...through, ...beside]);
  const scripts = [...through, ...beside, ...pairs, ...pairs].map((way, at) => {
    // The repetition of a way starts with the other face.
    const turn = at < through.length + beside.length + pairs.length ? at : at - pairs.length + 1;
    const face = alternating(turn);
    // Optional files are sent too, except on the first way: an action that takes none would otherwise be replaced by
    // one that does.
    const name = `way-${at < faces.length ? face : String(at)}`;
    return alongWay(context, script, name, first, { way, first: face, isBare: at === 0, isRead: at < faces.length });
  });
  const others = through.length + beside.length;
  return [...scripts.slice(0, others), ...withinBudget(context, scripts.slice(others), mostOfPairs)];
}

interface Along {
  readonly way: Keys;
  /** The face of the first action. */
  readonly first: Face;
  /** True where no action brings a file. */
  readonly isBare?: boolean;
  /** True where a page is read at the beginning, and continued after the trace has grown. */
  readonly isRead?: boolean;
}

function alongWay(
  context: SuiteContext,
  script: MakeScript,
  name: string,
  { index, workflow }: Gated,
  { way, first, isBare = false, isRead = false }: Along,
) {
  const mayBring = (key: string): boolean =>
    !isBare && mayBringFiles(workflow.actions.find((one) => one.key === key)?.files);
  return script(context, name, "Every action that may come next is accepted", (draft) => {
    const steps = gone(context, draft, index, way, first, mayBring);
    return isRead ? withPages(context, steps) : steps;
  });
}

/** At most so many senders read the links at the end. */
const mostDoers = 2;
/** So many links are asked for after the first one. */
const behindFirst = 5;

/**
 * Adds a page that is read at the beginning and continued at the end, when the trace has grown. Other scripts only append
 * actions that may come at any time while they read pages; here all actions of a process come.
 */
function withPages({ profile }: SuiteContext, steps: readonly OperationStep[]): readonly OperationStep[] {
  const [create, ...others] = steps;
  if (!create || readingOf(profile, "page-cursors")?.end === false) return steps;
  const page: OperationStep = { op: "details", face: "v2", trace: "$t" };
  return [
    create,
    { ...page, as: "begun", page: { first: 1 } },
    ...others,
    { ...page, page: { first: askable(profile, "v2", behindFirst), after: "$begun.endCursor" } },
  ];
}

function gone(
  context: SuiteContext,
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
    const { actor } = doneBy(context, workflow, action);
    // The state in the answer to a colleague is compared with what this colleague reads.
    const byDoer: readonly OperationStep[] =
      write.face === "v2" || actor === undefined || actor === "first"
        ? []
        : [{ op: "state", face: "v2", trace: "$t", actor }];
    return [write, ...byDoer, ...reads("$t").filter((read) => number === way.length - 1 || read.op === "state")];
  });
  const singles = labels.map((label): OperationStep => ({
    ...{ op: "file", face: "v2", trace: "$t", digest: `$${label}.0` },
  }));
  // Links may hide data from the first user, but not from their sender.
  const doers = new Set(way.map((action) => doneBy(context, workflow, action).actor));
  const byDoers = [...doers]
    .filter((actor) => actor !== undefined && actor !== "first")
    .slice(0, mostDoers)
    .map((actor, at): OperationStep => ({
      ...{ op: "details", face: alternating(at + (first === "v2" ? 0 : 1)), trace: "$t", actor },
    }));
  return [...steps, ...byDoers, ...(labels.length > 0 ? archives("$t", allFilesOf(...labels)) : []), ...singles];
}
