/**
 * Looks at a script: each time that it ran, and what was judged of it. Where something failed among lost answers it runs
 * again, and what is believed of all its runs is one outcome. Whoever judges saved histories again comes to the same.
 */
import { Case, judge, type Judged, type Rule } from "../../../checks/index.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Judgement, JudgingContext } from "../../../spec/requirements/judgement.ts";
import { ofLostRequests } from "../../../spec/requirements/lost-requests.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { believed, maxTries, noiseOf, type Try } from "./noise.ts";

/** A script that ran, and what was judged of it; nothing where the run was interrupted meanwhile. */
export interface Look extends Try {
  readonly history: History;
  readonly judged?: Judged;
}

interface Intermittent {
  readonly requirement: RequirementId;
  /** How often it failed. */
  readonly times: number;
  /** How often the script ran. */
  readonly of: number;
}

export interface Settled {
  /** What stands for all looks. */
  readonly look: Look;
  /** The other looks, with what they say of lost requests alone. */
  readonly others: readonly Look[];
  readonly intermittent: readonly Intermittent[];
}

/** On answers that come in time, whole and within bounds: a lost answer breaks them by itself. */
const ofLostAnswers: ReadonlySet<RequirementId> = new Set(["ROBUST-02", "ROBUST-04", "ROBUST-07"]);

/** True where nothing but connections broke the requirement that a target may have closed as idle. */
function onlyIdle({ history }: Look, requirement: RequirementId, steps: ReadonlySet<string>): boolean {
  const broken = history.exchanges.filter(({ step }) => steps.has(step));
  return requirement === "ROBUST-04" && broken.every(({ failure }) => failure?.reused === true);
}

const noNoise: Pick<Look, "noisySteps" | "noisyTogether"> = { noisySteps: new Set(), noisyTogether: new Set() };

export function lookAt(
  history: History,
  context: JudgingContext,
  options: { readonly only: ReadonlySet<RequirementId>; readonly rules: readonly Rule[] },
): Look {
  if (isInterrupted(history)) return { history, ...noNoise, failed: new Map<RequirementId, Set<string>>() };
  const judged = judge(new Case(history, context), options);
  const failed = new Map<RequirementId, Set<string>>();
  for (const { outcome, requirement, exchanges } of judged.judgements) {
    if (outcome !== "failed" || requirement === ofLostRequests) continue;
    const step = history.exchanges[exchanges[0] ?? -1]?.step ?? "";
    failed.set(requirement, (failed.get(requirement) ?? new Set()).add(step));
  }
  return { history, ...noiseOf(history), judged, failed };
}

/** Said of plain actions and creations that were refused. */
const ofRefusedActions: ReadonlySet<RequirementId> = new Set(["CREATE-03", "CREATE-04", "ACT-03", "ACT-04"]);

/** The first plain action or creation that was refused, and should not have been by all that is known. */
export function refusedActionIn({ history, judged }: Look): Exchange | undefined {
  const failed = judged?.judgements.filter(
    ({ outcome, requirement }) => outcome === "failed" && ofRefusedActions.has(requirement),
  );
  const indexes = (failed ?? []).flatMap(({ exchanges }) => exchanges.slice(0, 1));
  return history.exchanges[Math.min(...indexes)];
}

/** True where a trace was not created that nothing on purpose kept from being so. */
export function wasRefusedTrace({ exchanges }: History): boolean {
  return exchanges.some(({ intent, response, defects, traits }) => {
    const status = response?.status ?? 0;
    const isMeant = defects.length > 0 || traits.some((trait) => unfit.has(trait));
    return intent.kind === "create" && status >= 400 && status < 500 && !isMeant;
  });
}

const unfit: ReadonlySet<string> = new Set(Object.values(unfitTraits));

/**
 * Actions that were accepted at the same time, and could not have been one after the other by all that is known; undefined
 * where there are none.
 */
export function raceIn({ history, judged }: Look): readonly Exchange[] | undefined {
  const race = judged?.judgements.find(({ outcome, requirement }) => outcome === "failed" && requirement === "GATE-03");
  const indexes = new Set(race?.exchanges);
  const accepted = history.exchanges.filter(({ index }) => indexes.has(index));
  return accepted.length > 0 ? accepted : undefined;
}

/** Said of traces of the same steps. */
const ofTwins: ReadonlySet<RequirementId> = new Set(["EQUIV-06", "EQUIV-07"]);

/** The creations of the first two traces of the same steps that look otherwise; undefined where there are none. */
export function twinsIn({ history, judged }: Look): readonly Exchange[] | undefined {
  const differing = judged?.judgements.find(
    ({ outcome, requirement }) => outcome === "failed" && ofTwins.has(requirement),
  );
  const indexes = new Set(differing?.exchanges);
  const created = history.exchanges.filter(({ index, intent }) => indexes.has(index) && intent.kind === "create");
  return created.length > 1 ? created : undefined;
}

/** Said of states that change though nothing was sent between, and of more links than were sent. */
const ofChanges: ReadonlySet<RequirementId> = new Set(["STATE-04", "STATE-05", "EQUIV-01", "DETAILS-06"]);

/** The traces that changed, or have more links, though nothing was sent. */
export function changedTracesIn(look: Look): readonly string[] {
  return [...new Set(failedIn(look, ofChanges).flatMap(({ intent }) => ("traceId" in intent ? [intent.traceId] : [])))];
}

/** Said of states that do not follow from the actions. */
const ofStates: ReadonlySet<RequirementId> = new Set(["STATE-03", "ACT-06"]);

/** The first state, read or in the answer to an action, that lacks something of what was sent. */
export function lackingStateIn({ history, judged }: Look): Exchange | undefined {
  const lacking = judged?.judgements.find(
    ({ outcome, requirement, expected, actual }) =>
      outcome === "failed" && ofStates.has(requirement) && expected !== undefined && actual === undefined,
  );
  return history.exchanges[lacking?.exchanges[0] ?? -1];
}

/** Said of states that are other than their actions make them, also where several were sent at the same time. */
const ofOtherStates: ReadonlySet<RequirementId> = new Set([...ofStates, "CONC-04"]);

/** The first state that does not follow from the actions. */
export const otherStateIn = (look: Look): Exchange | undefined =>
  failedIn(look, ofOtherStates).find(({ intent }) => intent.kind === "state" || intent.kind === "act");

/**
 * The first read of a state that was another before, though nothing was sent; or else the first action that was accepted
 * though the state did not list it.
 */
export function changedStateIn(look: Look): Exchange | undefined {
  const changed = failedIn(look, ofChanges).find(({ intent }) => intent.kind === "state");
  return changed ?? takenUnlistedIn(look)[0];
}

/** Said of links that are no longer what they were, or that each face or another trace of the same steps shows otherwise. */
const ofChangedLinks: ReadonlySet<RequirementId> = new Set([
  ...(["DETAILS-09", "ACT-08", "EQUIV-02", "EQUIV-09"] as const),
  ...ofTwins,
]);

/** The first read of links of which one was another before. */
export const changedLinksIn = (look: Look): Exchange | undefined =>
  failedIn(look, ofChangedLinks).find(({ intent }) => intent.kind === "details");

/** Said of links that stand for no action of their trace, or show other data, and of files that are not given out. */
const ofWithheld: ReadonlySet<RequirementId> = new Set(["DETAILS-11", "DETAILS-07", "FILE-01", "FILES-03"]);

/** The first read of links of which one stands for no action, or of files that are not given out. */
export const withheldIn = (look: Look): Exchange | undefined =>
  failedIn(look, ofWithheld).find(({ intent }) => ["details", "file", "files"].includes(intent.kind));

/** The actions that were accepted though the state did not list them. */
export const takenUnlistedIn = (look: Look): readonly Exchange[] => failedIn(look, ofLists);

const ofLists: ReadonlySet<RequirementId> = new Set(["GATE-01"]);

function failedIn({ history, judged }: Look, among: ReadonlySet<RequirementId>): readonly Exchange[] {
  const failed = judged?.judgements.filter(
    ({ outcome, requirement }) => outcome === "failed" && among.has(requirement),
  );
  return (failed ?? []).flatMap(({ exchanges: [index = -1] }) => history.exchanges[index] ?? []);
}

function isInterrupted({ exchanges }: History): boolean {
  return exchanges.some((exchange) => exchange.failure?.kind === "interrupted");
}

/**
 * True where the script is to run once more, with marks of its own, before anything is believed of it. A run without
 * noise decides by itself.
 */
export function wantsAnother(looks: readonly Look[]): boolean {
  const last = looks.at(-1);
  return last !== undefined && looks.length < maxTries && last.noisySteps.size > 0 && last.failed.size > 0;
}

/** What is believed of all looks. What fails each time in the same place is the service's own fault. */
export function settled(looks: readonly [Look, ...Look[]]): Settled {
  const [first] = looks;
  const lost = [...first.failed].filter(([id, steps]) => ofLostAnswers.has(id) && !onlyIdle(first, id, steps));
  const sure = new Set([...believed(looks), ...lost.map(([id]) => id)]);
  const struck = new Set(looks.flatMap(({ failed }) => [...failed.keys()].filter((id) => !sure.has(id))));
  const intermittent = [...struck].map((requirement) => {
    const times = looks.filter(({ failed }) => failed.has(requirement)).length;
    return { requirement, times, of: looks.length };
  });
  // The last run that shows what is believed stands for all.
  const shown = looks.findLast(({ failed }) => [...sure].every((id) => failed.has(id))) ?? first;
  const isOwn = steadyNoise(looks);
  const judgedOf = (look: Look, kept: (judgement: Judgement) => boolean): Look =>
    look.judged ? { ...look, judged: { ...look.judged, judgements: look.judged.judgements.filter(kept) } } : look;
  const ofLost = (look: Look) => (judgement: Judgement) => {
    const step = look.history.exchanges[judgement.exchanges[0] ?? -1]?.step;
    return judgement.requirement === ofLostRequests && (step === undefined || !isOwn(step));
  };
  const look = judgedOf(shown, (judgement) =>
    judgement.requirement === ofLostRequests
      ? ofLost(shown)(judgement)
      : judgement.outcome === "passed" || sure.has(judgement.requirement),
  );
  const others = looks.filter((one) => one !== shown).map((one) => judgedOf(one, ofLost(one)));
  return { look, others, intermittent };
}

/** Where answers are lost each time that a script runs, the service is at fault, which other requirements tell. */
function steadyNoise(looks: readonly Look[]): (step: string) => boolean {
  return (step) => looks.length > 1 && looks.every(({ noisySteps }) => noisySteps.has(step));
}

/**
 * Probes are not run again: what failed among lost answers is left to the scripts, which ask for it as well, but for what
 * a lost answer breaks by itself, and for a 500 or its like that came to the same step when the same was asked again.
 * @param seen the steps that a 5xx answered before; takes in those of this history
 */
export function quieted(look: Look, seen: Set<string>): Look {
  if (look.noisySteps.size === 0 || !look.judged) return look;
  const asked = JSON.stringify(look.history.script.steps);
  const { exchanges } = look.history;
  const isBusy = (step: string): boolean => exchanges.some((one) => one.step === step && one.response?.status === 503);
  // Probes send much at once: 503 may mean no more than that.
  const steps = [...(look.failed.get("ROBUST-01") ?? [])].filter((step) => !isBusy(step));
  const broken = steps.map((step) => `${step} of ${asked}`);
  const brokeAgain = broken.some((place) => seen.has(place));
  const isKept = (id: RequirementId): boolean =>
    (ofLostAnswers.has(id) && !onlyIdle(look, id, look.failed.get(id) ?? new Set())) ||
    (id === "ROBUST-01" && brokeAgain);
  const judgements = look.judged.judgements.filter(
    ({ outcome, requirement }) => outcome === "passed" || isKept(requirement),
  );
  const failed = new Map([...look.failed].filter(([requirement]) => isKept(requirement)));
  for (const place of broken) seen.add(place);
  return { ...look, ...noNoise, failed, judged: { ...look.judged, judgements } };
}

/**
 * What is believed of the probes: what was learned from the later ones explains failures of the earlier ones as well.
 * @param again looks at a history with all that is known now
 */
export function believedOfProbes(looks: readonly Look[], again: (history: History) => Look): readonly Look[] {
  const seen = new Set<string>();
  return looks.map((look) => quieted(look.failed.size === 0 ? look : again(look.history), seen));
}
