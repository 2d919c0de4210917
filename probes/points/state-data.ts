/** Open point `state-data`: where and how the data of the actions stand in the state. */
import { neverShown } from "../process/shown/never-shown.ts";
import { hasMember, isJsonObject } from "../../spec/json.ts";
import { faces } from "../../spec/operations.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { type ComputedTypes, type OpenPointValues, type Profile, type Reading } from "../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import { casedMembers } from "../seen/cased-members.ts";
import { areWholeInLinks, computedTypes } from "../seen/computed-types.ts";
import { chance, explained } from "../lib/explained.ts";
import { likeness, memberNames } from "../lib/likeness.ts";
import { ownRules } from "../lib/member-rules.ts";
import { best } from "../lib/tally.ts";
import { countText, pathText } from "../lib/wording.ts";
import { onePoint, unknown, type ProbeContext } from "../probe.ts";
import { clearedMembers } from "../process/shown/cleared.ts";
import { replacedAfter } from "../process/shown/endings.ts";
import { besideOtherWorkflows, readByItself } from "../process/shown/other-workflows.ts";
import { showsSent, summaryReaders } from "../process/shown/summaries.ts";
import { withPassedOver } from "../process/shown/passed-over.ts";
import { takenBackBy } from "../process/shown/taken-back.ts";
import { walkedStates } from "../process/shown/walked-states.ts";
import { hiddenData, mayBeProcess, withoutUnshown } from "../process/shown/unshown.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import { inParts } from "../seen/group-parts.ts";
import { madeCandidates, namedInLinks, sightsOf, tracesWith } from "../seen/made-members.ts";
import { membersBeside, membersOfHidden } from "../seen/beside-data.ts";
import { candidates } from "../seen/state-places.ts";
import { heldApart } from "../seen/held-apart.ts";
import { withFormer } from "../seen/former-values.ts";
import { withPruned } from "../seen/pruned-members.ts";
import { absentMembers, isOfTheFirstAlone, silentActions, unnamedMembers } from "../seen/partial-states.ts";
import { plainPages } from "../seen/pages.ts";
import { predictionsFor } from "../seen/predictions.ts";
import { withListed } from "../seen/listed-actions.ts";
import { uncoveredStates } from "../seen/uncovered-states.ts";
import { withNumbers } from "../seen/own-numbers.ts";
import { statusesOf, valuesOf } from "../seen/own-values.ts";
import { areChanged, readByWorkflow, workflowsLeftOut } from "../seen/states-by-workflow.ts";
import { isUsual, seenStates, type SeenState } from "../seen/states.ts";

type Value = OpenPointValues["state-data"];

const maxOwn = 50; // Members of the target's own that are kept in mind.

export const stateData = onePoint("state-data", { needs: ["link-data"] }, async (context) => {
  const { fixture, histories, pin } = context;
  if (fixture.found) return unknown("Nothing was written, so nobody knows which data to look for in the states.");
  const exchanges = inOrder(histories());
  const shown = seenStates(exchanges);
  // Where each action may come at any time, the first ones stand for all.
  const isProcess = mayBeProcess(fixture.gating?.value, exchanges);
  const seen = isProcess ? [...shown, ...(await uncoveredStates(context, shown))] : shown;
  const readIn = (states: readonly SeenState[]) => readingOf(states, exchanges, context);
  const whole = await readIn(seen);
  const left = workflowsLeftOut(isProcess ? seen : [], exchanges, whole.value);
  const ofEachWorkflow = async () => {
    const isOne = new Set([...knownTraces(exchanges).values()].map(({ workflow }) => workflow)).size < 2;
    const all = [...seen, ...(isProcess && !isOne ? await walkedStates(context, seen) : [])];
    const later = inOrder(histories());
    if (left.size > 0 && !areChanged(all, later, left)) return undefined;
    const read = await readByWorkflow(all, later, context.target, (states, workflow) =>
      readByItself(context, workflow, states, readIn),
    );
    if (read !== "nowhere") return read;
    // Each computes its states, though one place seemed to explain some of them.
    const evidence = "Read by itself, no workflow shows the data of its actions in one place.";
    return left.size > 0 ? withHidden({ value: hiddenData, evidence }, all) : undefined;
  };
  const apart = whole.value?.path === null || left.size > 0 ? await ofEachWorkflow() : undefined;
  const read = isProcess ? (apart ?? whole) : (apart ?? (await besideOtherWorkflows(context, whole, readIn)));
  const found = asPinned(read, pin("state-data"));
  return isProcess ? withNumbers(found, inOrder(histories()), context) : found;
});

async function readingOf(
  seenByAll: readonly SeenState[],
  exchanges: readonly Exchange[],
  context: ProbeContext,
): Promise<Reading<"state-data">> {
  const { fixture, reading } = context;
  const summaryFor = await summaryReaders(context, seenByAll);
  const all = seenByAll.filter((one) => !summaryFor.includes(one.reader) || showsSent(one));
  const { readings } = context.profile();
  const isFormed = Object.keys(readings["action-forms"]?.value ?? {}).length > 0;
  const parts = withParts(withSummaries(stateDataReading(all, isFormed), summaryFor), all, context);
  const isWhole = areWholeInLinks(plainPages(exchanges), knownTraces(exchanges), reading("link-data"));
  const process = readings["action-gating"] ?? fixture.gating;
  const known: Profile = { readings: { ...readings, ...(process ? { "action-gating": process } : {}) } };
  const isProcess = mayBeProcess(process?.value, exchanges);
  const back = isProcess && parts.found.value ? takenBackBy(parts.states, parts.found.value) : [];
  if (back.length > 0) {
    const evidence = `The state behind ${back.join(" and ")} is what it was before the action that came last.`;
    return withHidden({ value: hiddenData, evidence }, parts.states);
  }
  const { states, found } = isProcess ? await withPassedOver(parts.found, parts.states, context) : parts;
  const typed = isWhole ? withCased(withComputed(found, states), states) : found;
  const seen = isProcess ? await withoutUnshown(typed, states, context) : typed;
  const endings = seen.value?.path ? await replacedAfter(context, known, exchanges) : undefined;
  const cleared =
    isProcess && seen.value?.path
      ? await clearedMembers(context, seen.value, reading("link-data"), exchanges, ofFirst(states))
      : undefined;
  const made = await withMade(withCleared(withEndings(seen, endings), cleared), states, context);
  const further = made.value?.path === null ? await readThroughBoth(states, context) : [];
  return withPruned(withFormer(withHidden(made, [...states, ...further]), states), states);
}

/** So many traces are read through the face that did not show them. */
const maxRead = 4;

/** States of traces that one face alone showed, as the other shows them: those of another workflow are walked through one. */
async function readThroughBoth(states: readonly SeenState[], context: ProbeContext): Promise<readonly SeenState[]> {
  const read = (face: SeenState["face"]) => states.filter((one) => one.face === face);
  const keysOf = ({ actions }: SeenState) =>
    actions
      .slice(0, 1)
      .map(({ actionKey }) => actionKey)
      .join();
  const steps = faces.flatMap((face) => {
    const shown = new Set(read(face).map(keysOf));
    const missing = states.filter((one) => one.actions.length > 0 && !shown.has(keysOf(one)));
    const traces = [...Map.groupBy(missing, keysOf).values()].flatMap((group) =>
      [...new Set(group.map(({ traceId }) => traceId))].slice(0, 2),
    );
    return traces.slice(0, maxRead).map((trace) => ({ op: "state", face, trace }) as const);
  });
  if (steps.length === 0) return [];
  const before = seenStates(inOrder(context.histories())).length;
  await context.ask(
    "states that one face alone showed",
    steps.map((step) => ({ step })),
  );
  return seenStates(inOrder(context.histories())).slice(before);
}

/** With what a state that shows the data in no place of their own does not show at all. */
function withHidden(found: Reading<"state-data">, states: readonly SeenState[]): Reading<"state-data"> {
  const { value, evidence } = found;
  if (!value || value.path !== null) return found;
  const [silent, absent, statuses] = [silentActions(states), absentMembers(states), statusesOf(states, value)];
  const unnamed = unnamedMembers(states).filter((name) => !absent.includes(name));
  const others = membersOfHidden(states).filter((name) => !statuses.own?.includes(name));
  const told = [
    ...(silent.length > 0 ? [` After ${silent.join(" or ")} it is what it was.`] : []),
    ...(absent.length > 0 ? [` It never shows ${absent.join(", ")}, while it shows what came with them.`] : []),
    ...(unnamed.length > 0 ? [` It never shows ${unnamed.join(", ")} by that name as it was sent.`] : []),
  ];
  const hidden = {
    ...(silent.length > 0 ? { silent } : {}),
    ...(absent.length > 0 ? { absent } : {}),
    ...(unnamed.length > 0 ? { unnamed } : {}),
    ...(others.length > 0 ? { beside: others } : {}),
    ...statuses,
  };
  return Object.keys(hidden).length === 0
    ? found
    : { value: { ...value, ...hidden }, evidence: `${evidence}${told.join("")}` };
}

function withEndings(found: Reading<"state-data">, endings: Value["replacedAfter"]): Reading<"state-data"> {
  const { value, evidence } = found;
  if (!value || !endings) return found;
  const keys = Object.values(endings).flat();
  const told = `After ${keys.join(" or ")}, which ends a trace, it shows nothing of what was sent, but something else.`;
  return { value: { ...value, replacedAfter: endings }, evidence: `${evidence} ${told}` };
}

const ofFirst = (states: readonly SeenState[]): readonly SeenState[] =>
  states.filter((one) => one.actions.length > 0 && isUsual(one));

function withCleared(found: Reading<"state-data">, cleared: Value["cleared"]): Reading<"state-data"> {
  const { value, evidence } = found;
  if (!value || !cleared) return found;
  const told = Object.entries(cleared).map(([key, names]) => `${names.join(", ")} by ${key}`);
  return { value: { ...value, cleared }, evidence: `${evidence} Actions take members out again: ${told.join("; ")}.` };
}

function withSummaries(found: Reading<"state-data">, readers: readonly Account[]): Reading<"state-data"> {
  const { value, evidence } = found;
  if (!value?.path || readers.length === 0) return found;
  const told = `${readers.join(", ")}: shown a summary through both faces, on each trace, while others are shown the data.`;
  return { value: { ...value, summaryFor: readers }, evidence: `${evidence} ${told}` };
}

/** With what each reader is shown of the actions, and the states with the actions that they show. */
function withParts(
  found: Reading<"state-data">,
  states: readonly SeenState[],
  { target }: ProbeContext,
): { readonly found: Reading<"state-data">; readonly states: readonly SeenState[] } {
  const { value, evidence } = found;
  const written = states.filter(({ actions }) => actions.length > 0);
  const parts = value?.path ? inParts(written, value, target.people) : undefined;
  if (!value || !parts) return { found, states };
  const told = `${evidence} Each reader is shown the first action and those of the own groups.`;
  return { found: { value: { ...value, ofGroups: true }, evidence: told }, states: parts };
}

/** With the members that actions make, where links and states of some traces tell so, which are read for it. */
async function withMade(
  found: Reading<"state-data">,
  states: readonly SeenState[],
  { reading, ask, histories }: ProbeContext,
): Promise<Reading<"state-data">> {
  const { value, evidence } = found;
  const link = reading("link-data");
  if (!value?.path || !link?.path) return found;
  const written = states.filter(({ actions }) => actions.length > 0);
  const ours = memberNames(written.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const candidates = madeCandidates(written, value, ours);
  const traces = tracesWith(candidates, knownTraces(inOrder(histories())));
  if (traces.length === 0) return found;
  const steps = traces.flatMap(({ traceId: trace }) =>
    faces.flatMap((face) => [{ op: "details", face, trace } as const, { op: "state", face, trace } as const]),
  );
  const answers = await ask(
    "what actions make",
    steps.map((step) => ({ step })),
  );
  const made = namedInLinks(candidates, sightsOf(traces, answers, value, link));
  if (!made) return found;
  const told = Object.entries(made).map(([name, keys]) => `${name} by ${keys.join(", ")}`);
  return { value: { ...value, made }, evidence: `${evidence} Actions make what their links name: ${told.join("; ")}.` };
}

/** With the members of which the states show the texts in other letters than they were sent in. */
function withCased(found: Reading<"state-data">, states: readonly SeenState[]): Reading<"state-data"> {
  const { value, evidence } = found;
  const cased = value?.path && !value.computed ? casedMembers(ofFirst(states), value) : [];
  if (!value || cased.length === 0) return found;
  const told = `Texts of ${cased.join(", ")} are shown in capitals, or in small letters, however they were sent.`;
  return { value: { ...value, own: [...(value.own ?? []), ...cased] }, evidence: `${evidence} ${told}` };
}

/** With the types of values that the states show otherwise than they were sent, to the first user or to others. */
export function withComputed(found: Reading<"state-data">, states: readonly SeenState[]): Reading<"state-data"> {
  const { value, evidence } = found;
  if (!value?.path) return found;
  const written = states.filter(({ actions }) => actions.length > 0);
  const own = written.filter(isUsual);
  const others = written.filter(({ reader }) => reader !== "first" && reader !== "second");
  const [computed, computedForOthers] = [computedTypes(own, value), computedTypes(others, value)];
  const told = [
    ...(computed ? [` Values are computed: ${typesText(computed)}.`] : []),
    ...(computedForOthers ? [` Other readers are shown other values: ${typesText(computedForOthers)}.`] : []),
  ];
  const computing = { ...(computed ? { computed } : {}), ...(computedForOthers ? { computedForOthers } : {}) };
  return told.length === 0 ? found : { value: { ...value, ...computing }, evidence: `${evidence}${told.join("")}` };
}

/**
 * With what the configuration says of computed values and members, where it names the same place and the same way: plain
 * data do not show that a state rounds or trims.
 */
export function asPinned(found: Reading<"state-data">, pin: Value | undefined): Reading<"state-data"> {
  const { value, evidence } = found;
  if (!value?.path || !pin || pin.fold !== value.fold || !sameJson(pin.path, value.path)) return found;
  const {
    own = [],
    beside = [],
    computed = value.computed,
    computedForOthers = value.computedForOthers,
    made = value.made,
  } = pin;
  const { summaryFor = value.summaryFor } = pin;
  const unseen = own.filter((name) => !value.own?.includes(name));
  const alsoBeside = beside.filter((name) => !value.beside?.includes(name));
  const said: Value = {
    ...value,
    ...(unseen.length > 0 ? { own: [...own, ...(value.own ?? []).filter((name) => !own.includes(name))] } : {}),
    ...(alsoBeside.length > 0 ? { beside: [...(value.beside ?? []), ...alsoBeside].sort() } : {}),
    ...(computed ? { computed } : {}),
    ...(computedForOthers ? { computedForOthers } : {}),
    ...(made ? { made } : {}),
    ...(summaryFor ? { summaryFor } : {}),
  };
  return sameJson(said, value)
    ? found
    : { value: said, evidence: `${evidence} What is computed the configuration says.` };
}

function typesText({ members = [], within = [] }: ComputedTypes): string {
  return [...members.map((type) => `members of type ${type}`), ...within.map((type) => `${type} within them`)].join(
    ", ",
  );
}

/**
 * The place and the fold that explain most states; among equals the earlier fold and the shorter path.
 * @param isFormed true where forms had to be found: a service that knows the members of its data may show some of them alone
 */
export function stateDataReading(seen: readonly SeenState[], isFormed = false): Reading<"state-data"> {
  const states = seen.filter(({ actions }) => actions.length > 0);
  if (states.length === 0) return unknown("No state was seen.");
  const ours = memberNames(states.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const predictions = predictionsFor(states);
  const scored = candidates(states).map((place) => {
    const candidate = withListed(place, states);
    const predicted = predictions(candidate.fold);
    const observed = states.map(({ face, source, state }, at) => {
      const { document = null, leaves } = predicted[at] ?? {};
      return { face, source, likeness: likeness(dataOfState(state, candidate), document, ours, leaves) };
    });
    return { candidate, ...explained(observed) };
  });
  const winner = best(scored, ({ score }) => score);
  if (!winner || (winner.count === 0 && winner.score < chance)) {
    const evidence = `In ${countText(states.length, "state")} the data of the actions stand nowhere.`;
    return { value: hiddenData, evidence };
  }
  const { count, exact } = winner;
  const sent = predictions(winner.candidate.fold).map((one) => one?.document ?? null);
  const shown = states.map(({ state }) => dataOfState(state, winner.candidate) ?? null);
  const omitted = count === 0 && isFormed ? neverShown(sent, shown) : [];
  if (omitted.length > 0) {
    const evidence = `In none of ${countText(states.length, "state")} the data of the actions stand whole: ${omitted.slice(0, 5).join(", ")} never do.`;
    return { value: hiddenData, evidence };
  }
  const special =
    count < states.length
      ? ownRules(
          states.map(({ state, actions }) => ({
            found: dataOfState(state, winner.candidate) ?? null,
            data: actions.map(({ data }) => data),
          })),
        )
      : undefined;
  if (special && special.length > 0) {
    return {
      value: hiddenData,
      evidence: `The target computes some members of its state by rules of its own: ${special.slice(0, 5).join(", ")}.`,
    };
  }
  const apart = heldApart(winner.candidate, states, count);
  if (apart !== undefined) return { value: hiddenData, evidence: apart };
  if (isOfTheFirstAlone(winner.candidate, states)) {
    return {
      value: { ...hiddenData, ofFirst: true },
      evidence: "The state holds the data of the first action alone; later ones change only what the target computes.",
    };
  }
  const { path, fold, encoding, listed } = winner.candidate;
  const beside = membersOfItsOwn(winner.candidate, states, ours);
  const own = exact ? beside.filter((name) => comesAfterOneAction(name, winner.candidate, states)) : beside;
  const others = membersBeside(winner.candidate, states);
  return {
    value: {
      path,
      fold,
      encoding,
      exact,
      ...(listed ? { listed } : {}),
      ...(others.length > 0 ? { beside: others } : {}),
      ...(own.length > 0 ? { own, ...valuesOf(own, states, winner.candidate) } : {}),
    },
    evidence:
      `${String(count)} of ${countText(states.length, "state")} hold at ${pathText(path ?? [])} the data of the actions ` +
      `by the rule ${fold}${encoding === "json" ? "" : `, as ${encoding}`}, ${exact ? `with nothing ${others.length > 0 ? "else there" : "beside them"}${own.length > 0 ? ` but ${own.join(", ")}, each after one action` : ""}` : "among other members"}` +
      `${others.length > 0 ? `; beside that place: ${others.slice(0, 5).join(", ")}${others.length > 5 ? " and others" : ""}` : ""}.`,
  };
}

/** Members that stand beside the data although nobody ever sent one of that name. */
function membersOfItsOwn(
  reading: Value,
  states: readonly SeenState[],
  ours: ReturnType<typeof memberNames>,
): readonly string[] {
  const beside = states.flatMap(({ state, actions }) => {
    const shown = dataOfState(state, reading);
    // Data that are kept apart stand under the keys of their actions, or the names of groups.
    const predicted = foldState(reading.fold, actions);
    const isPredicted = (name: string): boolean => hasMember(predicted, name);
    return isJsonObject(shown) ? Object.keys(shown).filter((name) => !ours.has(name) && !isPredicted(name)) : [];
  });
  return [...new Set(beside)]
    .filter((name) => name !== "")
    .sort()
    .slice(0, maxOwn);
}

/**
 * True where a member stands beside the data in every state after an action of one key, and in no other: then this action
 * computes it. Seen on two traces at least.
 */
function comesAfterOneAction(name: string, reading: Value, states: readonly SeenState[]): boolean {
  const sights = states.flatMap(({ state, actions, traceId }) => {
    const data = dataOfState(state, reading);
    const keys = new Set(actions.map(({ actionKey }) => actionKey));
    return isJsonObject(data) ? [{ traceId, keys, has: Object.hasOwn(data, name) }] : [];
  });
  const traces = new Set(sights.filter(({ has }) => has).map(({ traceId }) => traceId));
  const candidates = new Set(sights.flatMap(({ keys }) => [...keys]));
  return traces.size > 1 && [...candidates].some((key) => sights.every(({ keys, has }) => keys.has(key) === has));
}
