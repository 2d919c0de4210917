/**
 * Finds out why a plain action or creation was refused late in the run, e.g. because a trace takes no more actions, or
 * the same content was sent before. Each explanation is tried on fresh traces through both faces.
 */
import { isAction, isTaken } from "../../../spec/readings/actions.ts";
import { listingOf } from "../../../spec/readings/listed-next.ts";
import { contentDeciding, processOf, type Gating, type ProcessRules } from "../../../spec/readings/process.ts";
import { alternating, faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting, textFile } from "../../fixture/fixture-data.ts";
import { countText } from "../../lib/wording.ts";
import { formsOfOtherCodes } from "../forms/codes-once.ts";
import { lateFiles, type LateFiles } from "./late-files.ts";
import { lateBarred, type LateBarred } from "./late-barred.ts";
import type { ProbeContext } from "../../probe.ts";
import { contentDecides, type DecidingContent } from "./by-content.ts";
import { decidedByData } from "./by-data.ts";
import { beginningDecides } from "./late-beginning.ts";
import { duplicatesOf } from "./duplicates.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import { Explorer } from "../walk/explore.ts";
import { isTurnedDown, seenSteps } from "../observations.ts";
import { unexplained, type Precedent, type Unexplained } from "./unexplained.ts";
import { unlistedBy } from "./unlisted.ts";

type GatingReading = Reading<"action-gating">;
type Asker = Pick<ProbeContext, "run" | "runId" | "target"> & {
  /** Ends traces that nobody needs any more. @returns whether one ended */
  readonly giveBack?: () => Promise<boolean>;
  readonly precedent?: Precedent;
};

/** Longer traces are not built again. */
const longest = 60;
/** At most so many places of a trace are tried for an action that is refused at its end. */
const mostPlaces = 6;
/** At most so many actions that were not done yet are tried, where the refused one may come no more. */
const mostYet = 10;
/** A trace is built at most so often. */
const mostTurns = 4;

/** The reading with what the refusal shows; undefined where it shows nothing about the process. */
export async function lateRefusal(
  asker: Asker,
  profile: Profile,
  history: History,
  refused: Exchange,
): Promise<GatingReading | undefined> {
  const { intent } = refused;
  const known = profile.readings["action-gating"];
  if (!isAction(intent) || known?.pinned || intent.workflow === undefined) return undefined;
  const workflow = asker.target.workflows[intent.workflow];
  if (!workflow) return undefined;
  const before: Gating = known?.value ?? { gating: "free" };
  const evidence = known?.evidence ?? "";
  const reading = (value: Gating, told: string): GatingReading => ({
    ...known,
    value,
    evidence: evidence.includes(told) ? evidence : `${evidence} ${told}`.trim(),
  });
  const byData = (told: string): GatingReading =>
    reading({ ...before, byData: [...new Set([...(before.byData ?? []), workflow.id])] }, told);
  const told = await unlistedBy(asker, profile, workflow, history, refused);
  if (told !== undefined) return byData(told);
  const files = await lateFiles(asker, profile, workflow, history, refused);
  if (files) return reading(withFiles(before, workflow.id, files), files.evidence);
  const barred = await lateBarred(asker, profile, workflow, history, refused);
  if (barred) return reading(withBarred(before, workflow.id, barred), barred.evidence);
  const duplicates = before.duplicates === undefined && (await duplicatesOf(asker, workflow, history, refused));
  if (duplicates) {
    const again = `Content that was sent before is refused, on ${duplicates === "trace" ? "the same trace" : "any trace of the workflow"}; with other content the same action is taken.`;
    return reading({ ...before, duplicates }, again);
  }
  const content =
    (await contentDecides(asker, profile, workflow, history, refused)) ??
    (await beginningDecides(asker, profile, workflow, refused));
  if (content) {
    const value = withWords(withContent(before, workflow.id, content), workflow.id, content.words);
    return reading(value, content.evidence);
  }
  const listed = listingOf(profile, workflow) !== undefined;
  const former = processOf(profile, workflow);
  const rule = await ruleOf(asker, workflow, intent.workflow, history, refused, listed);
  if (rule && !isDenied(rule.rules, former)) {
    const rules = withRules(former, rule.rules);
    const gating = before.gating === "free" ? "ordered" : before.gating;
    return reading({ ...before, gating, workflows: { ...before.workflows, [workflow.id]: rules } }, rule.evidence);
  }
  const decided = await decidedByData(asker, profile, workflow, history, refused);
  if (decided !== undefined) return byData(decided);
  // Only where probes could create traces can these be used up.
  const wasCreated = known?.value !== undefined && before.creations === undefined;
  if (intent.kind === "create" && wasCreated && (await isUsedUp(asker, workflow, intent.workflow))) {
    const isFreed = (await asker.giveBack?.()) === true && (await isCreatedAgain(asker, workflow, intent.workflow));
    return isFreed
      ? reading({ ...before, creations: "so-many-open" }, usedUp.whileOpen)
      : reading({ ...before, creations: "used-up" }, usedUp.forGood);
  }
  const last = await unexplained(asker, profile, workflow, history, refused);
  if (!last) return undefined;
  const value = withWords(withUnexplained(before, workflow.id, last), workflow.id, last.words ?? []);
  return reading(value, last.evidence);
}

function withUnexplained(before: Gating, id: string, { keys, kind }: Unexplained): Gating {
  return keys.reduce(
    (gating, key) =>
      kind === "allotted"
        ? withBarred(gating, id, { key, by: kind })
        : withContent(gating, id, { key, deciding: kind }),
    before,
  );
}

const usedUp = {
  forGood: "After many traces were created, none can be created any more, through either face.",
  whileOpen: "While many traces are open, none can be created, through either face; once some had ended, one could.",
} as const;

/** True where traces with more actions were seen than this rule allows. */
const isDenied = ({ mostActions }: ProcessRules, { paths = [] }: ProcessRules = {}): boolean =>
  mostActions !== undefined && paths.some(({ length }) => length > mostActions);

/** The known rules with those found late: refusals that the known rules explain never come here. */
function withRules(former: ProcessRules = {}, found: ProcessRules): ProcessRules {
  const both = (member: "after" | "before"): Record<string, readonly string[]> => {
    const added = Object.entries(found[member] ?? {}).map(
      ([key, others]) => [key, [...new Set([...(former[member]?.[key] ?? []), ...others])]] as const,
    );
    return { ...former[member], ...Object.fromEntries(added) };
  };
  const [after, before, atMost] = [both("after"), both("before"), { ...former.atMost, ...found.atMost }];
  return {
    ...former,
    ...found,
    ...(Object.keys(after).length > 0 ? { after } : {}),
    ...(Object.keys(before).length > 0 ? { before } : {}),
    ...(Object.keys(atMost).length > 0 ? { atMost } : {}),
  };
}

const withFiles = (before: Gating, id: string, { key, wanted }: LateFiles): Gating => ({
  ...before,
  files: { ...before.files, [id]: { ...before.files?.[id], [key]: wanted } },
});

function withBarred(before: Gating, id: string, { key, by }: Pick<LateBarred, "key" | "by">): Gating {
  const former = before.byAnother?.[id] ?? {};
  // Earlier profiles listed the keys of actions from which the creator is barred.
  const known = Array.isArray(former) ? Object.fromEntries(former.map((one) => [one, "creator" as const])) : former;
  return { ...before, byAnother: { ...before.byAnother, [id]: { ...known, [key]: by } } };
}

function withContent(before: Gating, id: string, { key, deciding }: Pick<DecidingContent, "key" | "deciding">): Gating {
  const earlier = contentDeciding(before, id, key);
  const isSame = earlier === undefined || earlier === deciding || deciding === "unknown";
  const both = isSame ? deciding : "data";
  return { ...before, byContent: { ...before.byContent, [id]: { ...before.byContent?.[id], [key]: both } } };
}

function withWords(before: Gating, id: string, words: readonly string[]): Gating {
  if (words.length === 0) return before;
  const all = [...new Set([...(before.unlistedWords?.[id] ?? []), ...words])];
  return { ...before, unlistedWords: { ...before.unlistedWords, [id]: all } };
}

/** Finds a rule of order that explains the refusal, with its evidence. */
async function ruleOf(
  asker: Asker,
  workflow: WorkflowDescription,
  index: number,
  history: History,
  refused: Exchange,
  listed: boolean,
): Promise<{ readonly rules: ProcessRules; readonly evidence: string } | undefined> {
  if (refused.intent.kind !== "act" || refused.parallel) return undefined;
  const { actionKey: key } = refused.intent;
  const upToIt = history.exchanges.filter((one) => one.index <= refused.index);
  const step = seenSteps(upToIt, index).at(-1);
  if (typeof key !== "string" || !step?.tried || step.tried.key !== key || step.tried.taken) return undefined;
  const { done } = step;
  if (done.length > longest) return undefined;
  const explorer = new Explorer(asker, index, workflow, undefined);
  const traceId = await builtUpTo(explorer, done);
  if (traceId === undefined || (await explorer.takes(traceId, key))) return undefined;
  const times = done.filter((one) => one === key).length;
  const others = workflow.actions.filter((one) => one.appends && one.key !== key);
  if (times === 0) {
    if (listed) return undefined;
    // Where nothing lists it, the action may have to wait for another that was not done yet.
    for (const other of others.filter((one) => !done.includes(one.key)).slice(0, 3)) {
      if (!(await explorer.takes(traceId, other.key)) || !(await explorer.takes(traceId, key))) continue;
      return { rules: { after: { [key]: [other.key] } }, evidence: `A trace takes ${key} after ${other.key}.` };
    }
    const bar = await firstBarring(explorer, done, key);
    if (bar === undefined) return undefined;
    return { rules: { before: { [key]: [bar] } }, evidence: `A trace takes ${key} before ${bar}, and not after it.` };
  }
  // An earlier action may have to be repeated first; or another action, not done yet, may come instead.
  const [again, yet] = [
    others.filter((one) => done.includes(one.key)),
    others.filter((one) => !done.includes(one.key)),
  ];
  for (const other of [...again.slice(0, 3), ...yet.slice(0, mostYet)]) {
    if (!(await explorer.takes(traceId, other.key))) continue;
    // How often it may come is told by the list.
    if (listed) return undefined;
    return { rules: { atMost: { [key]: times } }, evidence: `A trace takes ${key} ${countText(times, "time")}.` };
  }
  if (!done.includes(key, 1)) return undefined;
  return {
    rules: { mostActions: done.length },
    evidence: `A trace takes ${countText(done.length, "action")}, the creation among them; a fresh one takes as many again.`,
  };
}

/**
 * The first of the done actions after which the refused action no longer comes; undefined where there is none. A
 * beginning that cannot be built is tried several times, as it may depend on data.
 */
async function firstBarring(explorer: Explorer, done: readonly string[], key: string): Promise<string | undefined> {
  for (let length = 1; length <= Math.min(done.length, mostPlaces); length += 1) {
    let trace: string | undefined;
    for (let turn = 0; turn < mostTurns && trace === undefined; turn += 1)
      trace = await builtUpTo(explorer, done.slice(0, length));
    if (trace === undefined) return undefined;
    if (!(await explorer.takes(trace, key))) return length === 1 ? undefined : done[length - 1];
  }
  return undefined;
}

/** True where both faces refuse to create any further trace, with a file and without. */
async function isUsedUp(asker: Asker, workflow: WorkflowDescription, index: number): Promise<boolean> {
  const creating = workflow.actions.find(({ creates }) => creates);
  if (!creating) return false;
  const forms = faces.flatMap((face) => [false, true].map((withFile) => ({ face, withFile })));
  const answers = await Promise.all(
    forms.map(async ({ face, withFile }, number) => {
      const data = actionData(asker.runId, "used-up-", number);
      const files = withFile ? { files: [textFile(asker.runId, "alpha")] } : {};
      const input = { workflow: index, action: creating.key, ...fitting(creating, data), ...files };
      const step: OperationStep = { op: "create", face, ...input, candidateFor: "action-gating" };
      return (await asker.run("one more trace", [step])).at(-1);
    }),
  );
  const isRefused = answers.every((exchange) => exchange !== undefined && isTurnedDown(exchange));
  return isRefused && !(await isTakenWithOtherCodes(asker, creating, index));
}

/** True where a trace is created with codes that no example has: then the codes are used up, not the traces. */
async function isTakenWithOtherCodes(asker: Asker, creating: ActionDescription, index: number): Promise<boolean> {
  for (const [number, dataSchema] of formsOfOtherCodes(creating).entries()) {
    const data = fitting({ ...creating, dataSchema }, actionData(asker.runId, "other-codes-", number));
    const face = alternating(number);
    const step = { op: "create", face, workflow: index, action: creating.key, ...data } as const;
    const [exchange] = await asker.run("a trace with other codes", [{ ...step, candidateFor: "action-gating" }]);
    if (isTaken(exchange)) return true;
  }
  return false;
}

/** True where a new trace is created through either face. */
async function isCreatedAgain(asker: Asker, workflow: WorkflowDescription, index: number): Promise<boolean> {
  const creating = workflow.actions.find(({ creates }) => creates);
  for (const face of creating ? faces : []) {
    const data = fitting(creating, actionData(asker.runId, `freed-${face}`, 0));
    const input = { workflow: index, action: creating?.key ?? "", ...data, candidateFor: "action-gating" as const };
    const [exchange] = await asker.run("a trace once others have ended", [{ op: "create", face, ...input }]);
    if (isTaken(exchange)) return true;
  }
  return false;
}
