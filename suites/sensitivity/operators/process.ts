/** Workflows that are processes: what may not come and is taken, what may come and is not, and wrong lists of it. */
import { gatedActions, type GatedAction } from "../../../checks/model/process/gated-actions.ts";
import { racesOn } from "../../../checks/model/process/races.ts";
import { refusedByProcess } from "../../../checks/model/process/refused-by-process.ts";
import type { ModelAction, ModelTrace } from "../../../checks/model/world.ts";
import { isThrottled } from "../../../checks/support/exchanges.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import { keyOfListed, listedIn, listingOf } from "../../../spec/readings/listed-next.ts";
import { inSomeOrder, mayFollow, processOf } from "../../../spec/readings/process.ts";
import { placesAt } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { withMembers } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import { linksOf, stateOf, type Read, type Recorded } from "../recorded.ts";
import { granted } from "./granted.ts";
import { readOf, withForeign } from "./lies.ts";
import { refusedWith } from "./refusals.ts";
import { withValueAt } from "../../../spec/json-walks.ts";

/** An action that was sent alone, with nothing else about it that might decide whether it is taken. */
interface Sent extends GatedAction {
  readonly action: ModelAction;
}

function sentAlone({ subject }: Recorded): readonly Sent[] {
  return subject.view(gatedActions).flatMap((one) => {
    const { exchange, trace, alone } = one;
    const isPlain = exchange.defects.length === 0 && exchange.traits.length === 0 && !exchange.candidateFor;
    const action = [...trace.actions, ...trace.refused].find((other) => other.exchange === exchange);
    return alone && isPlain && !isThrottled(exchange) && action && !action.unclear ? [{ ...one, action }] : [];
  });
}

const isTaken = ({ exchange }: GatedAction): boolean => outcomeOf(exchange) === "succeeded";
const isRefused = ({ exchange }: GatedAction): boolean => outcomeOf(exchange) === "refused";

const readsOf = (trace: ModelTrace, recorded: Recorded): readonly Read[] =>
  [...recorded.reads("details"), ...recorded.reads("state")]
    .filter((read) => read.trace === trace)
    .sort((a, b) => a.exchange.index - b.exchange.index);

/** The reads after the action, as a service answers them that did it. */
function shownAfter(action: ModelAction, trace: ModelTrace, recorded: Recorded): readonly Exchange[] {
  const later = readsOf(trace, recorded).filter(({ exchange }) => exchange.sentAtMs >= action.exchange.receivedAtMs);
  return later.flatMap((read) => {
    if (linksOf(read.exchange)) return withForeign(read, action, recorded) ?? [];
    const all = [...read.shows, action].sort((a, b) => a.exchange.index - b.exchange.index);
    return readOf(read, all, recorded) ?? [];
  });
}

/** The reads after an action, as a service answers them that did not do it. */
function shownWithout({ action, trace, shownBy }: Sent, recorded: Recorded): readonly Exchange[] {
  const later = readsOf(trace, recorded).filter(
    ({ exchange, shows }) => shows.includes(action) && exchange !== action.exchange,
  );
  const before = shownBy && stateOf(shownBy);
  return later.flatMap((read) => {
    // Up to the next action the state is still that before this one, its list too.
    if (before !== undefined && read.shows.at(-1) === action && stateOf(read.exchange) !== undefined)
      return withMembers(read.exchange, { state: before });
    const others = read.shows.filter((other) => other !== action);
    return readOf(read, others, recorded) ?? [];
  });
}

/** Refused actions are taken, and show from then on. */
function taken(these: readonly { action: ModelAction; trace: ModelTrace }[], recorded: Recorded) {
  const answers = these.map(({ action }) => granted(action.exchange, recorded));
  if (!answers.every((answer) => answer !== undefined)) return undefined;
  // Where several show, each read is told by the last: how much more it shows makes no difference to what is refused.
  const shown = these.flatMap(({ action, trace }) => shownAfter(action, trace, recorded));
  return [...answers, ...shown].sort((a, b) => a.index - b.index);
}

const process = operatorOf("process");

/** True where the other endpoint set refused the same action at the same place of the process. */
function wasRefusedElsewhere(later: Sent, sent: readonly Sent[], { subject }: Recorded): boolean {
  return sent.some(
    ({ exchange, action, trace, done }) =>
      trace === later.trace &&
      exchange.face !== later.exchange.face &&
      exchange.receivedAtMs <= later.exchange.sentAtMs &&
      action.actionKey === later.action.actionKey &&
      action.groupLabel === later.action.groupLabel &&
      done.length === later.done.length &&
      subject.view(refusedByProcess).has(exchange),
  );
}

/** The members of a race that the process refused, where in no order all of them may come, and it was seen to refuse. */
function* lostRaces({ subject, traces }: Recorded) {
  const refused = subject.view(refusedByProcess);
  for (const trace of traces) {
    const rules = processOf(subject.profile, subject.workflowOf(trace));
    for (const all of rules && trace.indeterminate.length === 0 ? racesOn(trace) : []) {
      const race = all.filter(({ unclear }) => !unclear);
      const began = Math.min(...race.map(({ exchange }) => exchange.sentAtMs));
      const done = trace.actions.filter(({ exchange }) => exchange.receivedAtMs <= began);
      const keys = (these: readonly ModelAction[]): string[] => these.map(({ actionKey }) => actionKey);
      const lost = race.filter(({ exchange }) => refused.has(exchange));
      const isSeen = [...refused].some(
        (other) =>
          other.intent.kind === "act" &&
          keys(race).includes(String(other.intent.actionKey)) &&
          !race.some(({ exchange }) => exchange === other),
      );
      // Sequences that were taken do not tell what else may be.
      if (
        rules &&
        !rules.paths &&
        lost.length > 0 &&
        isSeen &&
        inSomeOrder((before, key) => mayFollow(rules, before, key), keys(done), keys(race)) === false
      )
        yield lost.map((action) => ({ action, trace }));
    }
  }
}

/** A state with another list of what may come next. */
function withList(
  read: Read,
  { subject }: Recorded,
  change: (list: readonly Json[], group?: string) => readonly Json[],
) {
  const listing = listingOf(subject.profile, subject.workflowOf(read.trace));
  const state = stateOf(read.exchange);
  const [place, ...others] = listing && state !== undefined ? placesAt(state, listing.path) : [];
  if (!listing || !place || others.length > 0 || state === undefined || !listedIn(state, listing)) return undefined;
  const changed = (value: Json, group?: string): Json =>
    isFlags(value)
      ? asFlags(
          value,
          change(
            Object.keys(value).filter((key) => value[key] === true),
            group,
          ),
        )
      : (change(Array.isArray(value) ? (value as readonly Json[]) : [], group) as Json);
  // Lists that stand deeper are left as they are, and maps from actions to more than whether they may come.
  if (listing.below || (listing.by === "action" && !isFlags(place.value))) return undefined;
  const value =
    listing.by === "group" && isJsonObject(place.value)
      ? Object.fromEntries(Object.entries(place.value).map(([group, list]) => [group, changed(list, group)]))
      : changed(place.value);
  if (JSON.stringify(value) === JSON.stringify(place.value)) return undefined;
  return withMembers(read.exchange, { state: withValueAt(state, place.path, value) });
}

const isFlags = (value: Json): value is JsonObject =>
  isJsonObject(value) && Object.keys(value).length > 0 && Object.values(value).every((may) => typeof may === "boolean");

const asFlags = (flags: JsonObject, listed: readonly Json[]): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(flags), ...listed.map(String)])].map((key) => [key, listed.includes(key)]),
  );

const withoutKey = (key: string) => (list: readonly Json[]) => list.filter((one) => keyOfListed(one) !== key);

/** The states that show the trace as it was when the action was sent. */
function statesBefore({ exchange, trace, done }: Sent, recorded: Recorded): readonly Read[] {
  return recorded
    .reads("state")
    .filter(
      (read) => read.trace === trace && read.exact && read.shows.length === done.length && read.exchange !== exchange,
    );
}

const isSameMoment = (one: Read, other: Read): boolean =>
  one !== other && one.trace === other.trace && one.exact && other.exact && one.shows.length === other.shows.length;

/** The first action that the state lists, and another one in whose list it stands. */
function firstListed({ exchange, trace }: Read, { subject }: Recorded): string | undefined {
  const listing = listingOf(subject.profile, subject.workflowOf(trace));
  return listing && listedIn(stateOf(exchange), listing)?.[0]?.key;
}

const isUnlisted = (one: Sent): boolean => isRefused(one) && one.listed === false && one.wouldShow;

export const processes: readonly Operator[] = [
  process(
    "unlisted-action-taken",
    "Takes an action that the state does not list as next.",
    "an action that is not listed is taken",
    function* (recorded) {
      const sent = sentAlone(recorded);
      for (const one of sent)
        if (isUnlisted(one) && !wasRefusedElsewhere(one, sent, recorded)) yield () => taken([one], recorded);
    },
  ),
  process(
    "refused-by-one-set-alone",
    "Takes an action that the other endpoint set refused at the same place of the process.",
    "an action that the other endpoint set refused is taken",
    function* (recorded) {
      const sent = sentAlone(recorded);
      for (const one of sent)
        if (isRefused(one) && wasRefusedElsewhere(one, sent, recorded)) yield () => taken([one], recorded);
    },
  ),
  process(
    "all-of-a-race-taken",
    "Takes all actions that are sent at the same time, although one rules out the others.",
    "every action of a race is taken",
    function* (recorded) {
      for (const lost of lostRaces(recorded)) yield () => taken(lost, recorded);
    },
  ),
  process(
    "listed-action-refused",
    "Refuses an action that the state lists as next, and does nothing.",
    "an action that is listed is refused",
    function* (recorded) {
      for (const one of sentAlone(recorded))
        if (isTaken(one) && one.listed === true)
          yield () => [refusedWith(one.exchange, 400), ...shownWithout(one, recorded)];
    },
  ),
  process(
    "list-without-what-is-taken",
    "Does not list an action as next, and takes it.",
    "an action that is taken is not listed",
    function* (recorded) {
      for (const one of sentAlone(recorded))
        if (isTaken(one) && one.listed === true && one.wouldShow)
          yield () =>
            statesBefore(one, recorded).flatMap(
              (read) => withList(read, recorded, withoutKey(one.action.actionKey)) ?? [],
            );
    },
  ),
  process(
    "list-with-what-is-refused",
    "Lists an action as next, and refuses it.",
    "an action that is refused is listed",
    function* (recorded) {
      for (const one of sentAlone(recorded)) {
        if (!isUnlisted(one)) continue;
        const { actionKey, groupLabel } = one.action;
        const added = (list: readonly Json[], group = groupLabel): readonly Json[] =>
          group === groupLabel && list.every((other) => typeof other === "string") ? [...list, actionKey] : list;
        yield () => statesBefore(one, recorded).flatMap((read) => withList(read, recorded, added) ?? []);
      }
    },
  ),
  process(
    "list-of-one-set-shorter",
    "Lists fewer next actions through one endpoint set than through the other.",
    "one endpoint set lists an action less",
    function* (recorded) {
      const reads = recorded.reads("state");
      for (const face of faces)
        for (const read of reads) {
          const key = firstListed(read, recorded);
          const isCompared =
            read.exchange.face === face &&
            reads.some((other) => isSameMoment(read, other) && other.exchange.face !== face);
          if (key !== undefined && isCompared)
            yield () =>
              reads
                .filter((other) => other.trace === read.trace && other.exchange.face === face)
                .flatMap((other) => withList(other, recorded, withoutKey(key)) ?? []);
        }
    },
  ),
  process(
    "list-gone-when-read-again",
    "Lists nothing when the state is read once more.",
    "the list is empty at the second read",
    function* (recorded) {
      const reads = recorded.reads("state");
      for (const read of reads) {
        const isAgain = reads.some(
          (other) =>
            isSameMoment(read, other) &&
            other.exchange.index < read.exchange.index &&
            other.exchange.face === read.exchange.face,
        );
        if (isAgain && firstListed(read, recorded) !== undefined)
          yield () => [withList(read, recorded, () => [])].filter((one) => one !== undefined);
      }
    },
  ),
];
