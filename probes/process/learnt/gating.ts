/**
 * Finds out whether the actions of a workflow may come in any order, and else by which rules. Where everything sent so
 * far was accepted, only the declared sequences are tried.
 */
import { listedIn } from "../../../spec/readings/listed-next.ts";
import { appendingKeys, declaredRules, keysOf, type ProcessRules, type Way } from "../../../spec/readings/process.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";
import { faces } from "../../../spec/operations.ts";
import type { ActStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import { isRuleOfFiles } from "../forms/files/creation-files.ts";
import { countText } from "../../lib/wording.ts";
import { unknown, type ProbeContext } from "../../probe.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import { Explorer } from "../walk/explore.ts";
import type { Further } from "../walk/bounds.ts";
import { areDeclaredWaysTaken } from "./declared-ways.ts";
import { confirmBarred } from "../walk/barred.ts";
import { confirmDoers } from "../walk/confirm-doers.ts";
import { filesOfActions } from "../further/files-of-actions.ts";
import { goEachOnce } from "../further/each-once.ts";
import { findListing, wholerListing } from "../walk/listing.ts";
import {
  isTurnedDown,
  listedObservations,
  type Observation,
  type SeenStep,
  seenSteps,
  triedObservations,
} from "../observations.ts";
import { tryLeastNumbers } from "../further/least-numbers.ts";
import { wantingOtherData, wantingUnknownData } from "./unknown-data.ts";
import { outsideOfList } from "../further/outside.ts";
import { tryAtOnceAgain } from "../further/at-once-again.ts";
import { comingOnce } from "./once.ts";
import { goOnFromNew } from "../further/on-from-new.ts";
import { repeatEach } from "../further/repeat-each.ts";
import { mostTelling } from "./most-telling.ts";
import { rulesFor } from "./rules.ts";
import { type Learnt, learntReading } from "./learnt-reading.ts";
import { triedTwice } from "../further/twice.ts";
import { alwaysTaken, inARow, refusedWithSameData, steadyPaths } from "./same-data.ts";
import { takenOn, tracesIn } from "../further/deciding.ts";
import { tryNeverAlong } from "../further/never-along.ts";
import { goSecondRounds } from "../further/second-rounds.ts";
import { goShorterWays } from "../further/shorter-ways.ts";
import { tryLongerLists } from "../further/longer-lists-tried.ts";
import { tryMoreThanOne } from "../further/more-than-one.ts";
import { takeAllThatIsLeft } from "../further/all-that-is-left.ts";
import { tryGreaterNumbers } from "../further/greater-numbers.ts";
import { tryOtherChoices } from "../further/other-choices-tried.ts";
import { tryOtherDates } from "../further/other-dates-tried.ts";
import { tryUntriedValues } from "../further/untried-values.ts";
import { addingUp } from "./adding-up.ts";
import { decidingIn, isGrouped, seenWays, tracesOf, waysWithData } from "./ways.ts";

type GatingReading = Reading<"action-gating">;
type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories" | "pin"> & Further;

/** At most so many workflows are walked through. */
const maxWorkflows = 4;
/** At most so many actions of another workflow are tried. */
const maxActions = 6;

/** The reading of the process, and the forms of actions found on the way, by the id of their workflow. */
export interface FoundProcess {
  readonly gating: GatingReading;
  readonly forms: OpenPointValues["action-forms"];
}

export async function gatingReading(context: Asker, workflow: number): Promise<FoundProcess> {
  const forms: Record<string, Readonly<Record<string, JsonObject>>> = {};
  const gating = await readingWith(context, workflow, (id, found) => (forms[id] = found));
  return { gating, forms };
}

async function readingWith(
  context: Asker,
  workflow: number,
  onForms: (id: string, forms: Readonly<Record<string, JsonObject>>) => void,
): Promise<GatingReading> {
  await tryOtherWorkflows(context, workflow);
  const exchanges = inOrder(context.histories());
  const description = context.target.workflows[workflow];
  if (!description) return unknown("No workflow is configured.");
  const steps = seenSteps(exchanges, workflow);
  const refused = exchanges.filter((exchange) => exchange.intent.kind === "act" && isTurnedDown(exchange)).length;
  const listing = description.nextActions ?? findListing(steps, description);
  const taken = steps.filter(({ tried }) => tried?.taken).length;
  if (refused === 0 && !listing) {
    const declared = Object.fromEntries(
      context.target.workflows.flatMap((one) => [[one.id, declaredRules(one)] as const]).filter(([, rules]) => rules),
    ) as Record<string, ProcessRules>;
    const isDeclared = Object.keys(declared).length > 0;
    if (isDeclared && (await areDeclaredWaysTaken(context))) {
      const evidence = "No action that was appended as the configuration declares was refused.";
      return { value: { gating: "ordered", workflows: declared }, evidence };
    }
    if (!isDeclared && taken === 0) return unknown("No action was appended.");
    if (!isDeclared)
      return { value: { gating: "free" }, evidence: `None of ${countText(taken, "action")} was refused.` };
  }
  const walked = await Promise.all(
    context.target.workflows
      .map((one, index) => ({ one, index }))
      .filter(({ one }) => one.actions.some(({ creates }) => creates) && one.actions.some(({ appends }) => appends))
      .slice(0, maxWorkflows)
      .map(({ one, index }) => learn(context, index, one, index === workflow ? steps : [], listing)),
  );
  // A list may have been missed because actions were refused for their data; with the right data it may show.
  const later = walked.flatMap(({ explorer, workflow: one }) => {
    if (description.nextActions || one.nextActions) return [];
    return (listing ? wholerListing(explorer.steps, one, listing) : findListing(explorer.steps, one)) ?? [];
  })[0];
  const common = later ?? listing;
  // Another workflow may have its list elsewhere.
  const ownLists = new Map(
    walked.flatMap(({ explorer, workflow: one }): readonly (readonly [string, NextActions])[] => {
      const own =
        !common || one.nextActions || isShownBy(explorer, common) ? undefined : findListing(explorer.steps, one);
      return own ? [[one.id, own]] : [];
    }),
  );
  const indexOf = ({ workflow: { id } }: Learnt) => context.target.workflows.findIndex((one) => one.id === id);
  const again = async (one: Learnt): Promise<Learnt> => {
    const known = ownLists.get(one.workflow.id) ?? later;
    // Where states do not have this list, the trials stand.
    return known && isShownBy(one.explorer, known) ? learn(context, indexOf(one), one.workflow, [], known, one) : one;
  };
  const found = await Promise.all(walked.map(again));
  for (const one of found) if (Object.keys(one.forms).length > 0) onForms(one.workflow.id, one.forms);
  // Files are tried last, once all ways are known: these trials teach nothing about the process.
  const asking: Learnt[] = [];
  for (const one of found)
    asking.push({ ...one, files: await filesOfActions(one.explorer, one.workflow, context.runId) });
  return learntReading(asking, common, ownLists, isRuleOfFiles(context));
}

/**
 * Sends each action once in the workflows that nothing was written to yet: a refusal shows that the workflow is a
 * process.
 */
async function tryOtherWorkflows(context: Asker, used: number): Promise<void> {
  const { workflows } = context.target;
  const others = workflows.map((one, index) => ({ one, index })).filter(({ index }) => index !== used);
  await Promise.all(
    others.slice(0, maxWorkflows - 1).map(async ({ one, index }) => {
      const create = one.actions.find(({ creates }) => creates);
      const appending = one.actions.filter(({ appends }) => appends).slice(0, maxActions);
      if (!create || appending.length === 0) return;
      const input = (action: ActionDescription, number: number) => ({
        workflow: index,
        action: action.key,
        ...fitting(action, actionData(context.runId, `other${String(index)}-`, number)),
      });
      // Only legacy answers to an action show the state. Where no walk follows, each action goes through legacy once.
      const turns = declaredRules(one) ? [faces, faces.toReversed()] : [faces];
      for (const [turn, through] of turns.entries())
        await context.run("each action of another workflow", [
          { op: "create", face: through[0] ?? "v2", as: "trace", ...input(create, turn * (maxActions + 1)) },
          ...appending.map((action, number): ActStep => ({
            op: "act",
            face: through[number % 2] ?? "v2",
            trace: "$trace",
            ...input(action, turn * (maxActions + 1) + number + 1),
          })),
        ]);
    }),
  );
}

/**
 * Tries what walks leave out. The order matters: each trial uses what those before it found.
 * @param isListed where states list what may come next
 */
async function tryFurther(
  explorer: Explorer,
  traces: () => ReturnType<typeof tracesIn>,
  workflow: WorkflowDescription,
  isListed: boolean,
): Promise<void> {
  await tryOtherChoices(explorer, traces());
  await tryGreaterNumbers(explorer, traces);
  await tryMoreThanOne(explorer, traces());
  await tryUntriedValues(explorer, traces(), isListed);
  await tryLeastNumbers(explorer, traces());
  await goEachOnce(explorer, traces());
  if (!isListed) await tryNeverAlong(explorer, traces());
  await goShorterWays(explorer, traces());
  await tryLongerLists(explorer, traces());
  await tryOtherDates(explorer, traces());
  await takeAllThatIsLeft(explorer, traces(), workflow);
}

/** Walks through one workflow and finds its rules. @param before what an earlier call learnt, without the list */
async function learn(
  context: Asker,
  index: number,
  workflow: WorkflowDescription,
  seen: readonly SeenStep[],
  known: NextActions | undefined,
  before?: Learnt,
): Promise<Learnt> {
  const explorer = before?.explorer ?? new Explorer(context, index, workflow, known);
  if (before && known) explorer.follow(known);
  const asking: Asker = { ...context, run: (title, steps) => context.run(title, steps, explorer.known.candidate) };
  await explorer.explore();
  const traces = () => tracesIn(inOrder(context.histories()), index, workflow, undefined);
  const takenOnWalks = takenOn(traces());
  // Where states do not have this list, the trials count.
  const shown = known && isShownBy(explorer, known) ? known : undefined;
  await tryFurther(explorer, traces, workflow, shown !== undefined);
  // Refusals for files, numbers or earlier data say nothing about the order; nor do those before the form was known.
  const { doers, files, numbers, forms } = explorer.known;
  const ofContent = [...Object.keys({ ...files.asked, ...numbers.found, ...forms.found }), ...forms.afterExamples];
  // Where readers see lists of their own, the list that one of them saw earlier says nothing about the actions of
  // others.
  const earlier = seen.filter(({ tried }) =>
    tried ? tried.taken || !ofContent.includes(tried.key) : !explorer.lists.isShownInPart,
  );
  const outside = shown ? await outsideOfList(explorer, [...earlier, ...explorer.steps], shown, workflow) : [];
  const wanting = () => (shown ? wantingOtherData(inOrder(context.histories()), index, workflow, forms.found) : []);
  const observed = (some: readonly SeenStep[]) => {
    const keys = wanting();
    const seenSoFar = observationsOf(some, shown, workflow, outside);
    return seenSoFar.map((one) => (keys.includes(one.key) ? { ...one, allowed: false } : one));
  };
  const seenRules = (more: readonly SeenStep[] = []) =>
    rulesFor(observed([...earlier, ...explorer.steps, ...more]), workflow.actions);
  const walked = seenRules();
  const isBound = walked && Object.keys(walked).length > 0;
  const twice = isBound && !shown ? await triedTwice(explorer, walked, workflow, explorer.steps) : [];
  if (!isBound) await goSecondRounds(explorer, traces());
  const first = seenRules(twice);
  if (first && Object.keys(first).length > 0) await repeatEach(explorer, workflow, first);
  await goOnFromNew(explorer, () => tracesOf(explorer, inOrder(context.histories()), index, shown), takenOnWalks);
  await confirmDoers(doers, (step, trace, by) => explorer.sender.again(step, trace, by));
  await confirmBarred(doers.barred, {
    begun: (place) => builtUpTo(explorer, place),
    action: (key) => explorer.known.actions(key)[0],
    act: (trace, face, action, actor) => explorer.sender.act(trace, face, action, files.first(action), actor),
  });
  // Walks with data that lead further come last.
  const stepsSeen = () => [...earlier, ...explorer.steps, ...twice];
  const steps = stepsSeen();
  const tried = triedObservations(steps);
  const learnt = (kind: Learnt["kind"], rules?: ProcessRules): Learnt => ({
    workflow,
    once: comingOnce(observed(stepsSeen())),
    kind,
    ...(rules ? { rules } : {}),
    byAnother: doers.barred.found,
    doneBy: doers.found,
    files: files.asked,
    explorer,
    untried: untriedIn(observed(stepsSeen()), workflow),
    outside,
    unknownData: wanting(),
    busyAfter: explorer.busy.keys,
    numbers: numbers.found,
    forms: forms.found,
  });
  // Where nothing was ever accepted, no rule explains it.
  if (!tried.some(({ allowed }) => allowed)) {
    const unfit = wantingUnknownData(inOrder(context.histories()), index, workflow);
    const begun = [...new Set(tried.flatMap(({ done }) => done.slice(0, 1)))].map((key) => [key]);
    if (unfit.length > 0) return { ...learnt("paths", { paths: begun }), unfit };
    const isAssumed = workflow.actions.every((action) => action.isAppendingAssumed);
    return isAssumed && tried.length > 0 ? learnt("rules", { mostActions: 1 }) : learnt("nothing");
  }
  const observations = observed(steps);
  const rules = rulesFor(observations, workflow.actions);
  if (rules && Object.keys(rules).length === 0) return learnt("free");
  const allowed = new Set(
    observations.filter((one) => one.allowed).map(({ done, key }) => JSON.stringify([...done, key])),
  );
  const paths = [...allowed]
    .map((path) => JSON.parse(path) as readonly string[])
    .toSorted((left, right) => right.length - left.length);
  // Even where rules explain everything, lists may differ by data.
  const isListedAlike = rules && shown && decidingIn(explorer, inOrder(context.histories()), index, shown).length === 0;
  const seenAgain = isListedAlike ? [] : await waysWithData(asking, explorer, index, shown);
  // If no requests were left to repeat them, the ways found before the list was known stand.
  const ways = rules || seenAgain.length > 0 ? seenAgain : (before?.ways ?? []);
  const withSeen = (all: readonly (readonly string[])[], further: readonly Way[]): readonly Way[] => {
    const seenOnce = seenWays(all, [...ways, ...further], traces());
    return ways.length > 0 || seenOnce.some(isGrouped) ? [...ways, ...further, ...seenOnce] : further;
  };
  if (!shown) {
    const isSteady = await isRepeatable(explorer, tried, paths[0] ?? []);
    const isAsked = !isSteady || ways.length > 0;
    const isDecided = isAsked && (await refusedWithSameData(asking, index, workflow)) !== undefined;
    if (!isSteady && !isDecided && !isManifold(tried)) return learnt("free");
    if (!isSteady || (rules && isDecided)) {
      const steady = await steadyPaths(explorer, ways.length > 0 ? [] : mostTelling(paths), inARow(paths));
      const believed = explorer.sender.isCut ? alwaysTaken(stepsSeen()) : [];
      const further = addingUp(traces(), [...ways.map(keysOf), ...steady], ways, explorer.known.workflow);
      const kept = mostTelling([...ways.map(keysOf), ...further.map(keysOf), ...steady, ...believed]);
      await tryAtOnceAgain(explorer, ways.length > 0 ? ways : asWays(steady));
      return { ...learnt(isDecided ? "data" : "more", { paths: kept }), ways: withSeen(kept, further) };
    }
  }
  if (rules && !(shown && ways.length > 0)) return learnt("rules", rules);
  const further = ways.length > 0 ? addingUp(traces(), ways.map(keysOf), ways, explorer.known.workflow) : [];
  const kept = mostTelling([...ways.map(keysOf), ...further.map(keysOf), ...paths]);
  await tryAtOnceAgain(explorer, ways.length > 0 ? ways : asWays(kept));
  return { ...learnt("paths", { paths: kept }), ways: withSeen(kept, further) };
}

const asWays = (paths: readonly (readonly string[])[]): readonly Way[] =>
  paths.map((path) => path.map((key) => ({ key })));

const isShownBy = (explorer: Explorer, listing: NextActions): boolean =>
  explorer.steps.some(({ state }) => listedIn(state, listing) !== undefined);

/** Keys of actions that were never accepted nor listed, and that were not tried at every place that was reached. */
function untriedIn(seen: readonly Observation[], workflow: WorkflowDescription): readonly string[] {
  const places = new Set(seen.flatMap(({ done, key, allowed }) => (allowed ? [done.at(-1), key] : [done.at(-1)])));
  return appendingKeys(workflow).filter((key) => {
    const own = seen.filter((one) => one.key === key);
    const tried = new Set(own.map(({ done }) => done.at(-1)));
    return !own.some(({ allowed }) => allowed) && !places.isSubsetOf(tried);
  });
}

/** What may come and what may not: as states list it, or else as it was tried. */
function observationsOf(
  steps: readonly SeenStep[],
  known: NextActions | undefined,
  workflow: WorkflowDescription,
  outside: readonly string[],
) {
  return known ? listedObservations(steps, known, workflow, outside) : triedObservations(steps);
}

/**
 * Whether the longest sequence is accepted again on a fresh trace, and a refusal is repeated. True where no more may be
 * sent: then what both faces showed before stands.
 */
async function isRepeatable(
  explorer: Explorer,
  tried: ReturnType<typeof triedObservations>,
  path: readonly string[],
): Promise<boolean> {
  const whole = await explorer.repeat(path);
  if (explorer.sender.isCut) return true;
  if (whole.taken.length < path.length) return false;
  const refused =
    tried.findLast(({ allowed, done }) => !allowed && done.length > 1) ?? tried.find((one) => !one.allowed);
  if (!refused) return false;
  const trace = await builtUpTo(explorer, refused.done);
  if (explorer.sender.isCut) return true;
  return trace !== undefined && !(await explorer.takes(trace, refused.key));
}

/** Fewer refusals may come from a service that takes any action at any time and fails now and then. */
const manifold = { actions: 3, places: 8 };

/** True where several actions were refused at many places and accepted at others: a process, whatever decides. */
function isManifold(tried: ReturnType<typeof triedObservations>): boolean {
  const taken = new Set(tried.flatMap(({ allowed, key }) => (allowed ? [key] : [])));
  const refused = tried.filter(({ allowed, key }) => !allowed && taken.has(key));
  const places = new Set(refused.map(({ done, key }) => JSON.stringify([done, key])));
  return new Set(refused.map(({ key }) => key)).size >= manifold.actions && places.size >= manifold.places;
}
