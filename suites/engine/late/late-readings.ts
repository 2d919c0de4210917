/** What shows late and is looked into with one question, of which another reading of one open point may come. */
import {
  drawnLists,
  drawnValues,
  failedAction,
  failingEffects,
  lateCleared,
  lateClock,
  lateFold,
  lateLinkMembers,
  lateList,
  lateRace,
  lateWithheld,
} from "../../../probes/index.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { OpenPointId, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import {
  changedLinksIn,
  changedStateIn,
  lackingStateIn,
  otherStateIn,
  raceIn,
  withheldIn,
  twinsIn,
  type Look,
} from "../judging/looks.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

interface Kind<Seen, Id extends OpenPointId> {
  /** Of the scripts. */
  readonly name: string;
  /** Tells their markers from those of other kinds of looks. */
  readonly letter: string;
  /** Looks of one run: each may show something else. */
  readonly most: number;
  readonly point: Id;
  /** What is to be looked into; undefined where nothing is. */
  readonly seenIn: (look: Look, profile: Profile) => Seen | undefined;
  /** The reading with what the question shows besides; undefined where it shows nothing. */
  readonly ask: (
    asker: Parameters<typeof lateClock>[0],
    profile: Profile,
    history: History,
    seen: Seen,
  ) => Promise<Reading<Id> | undefined>;
}

/** Looks into what a look shows. @returns whether it shows any */
export type LookInto = (look: Look) => Promise<boolean>;

function looksOf<Seen, Id extends OpenPointId>(run: LateRun, kind: Kind<Seen, Id>): LookInto {
  const turns = new LateTurns(kind.name, kind.most, run);
  return async (look) => {
    const seen = kind.seenIn(look, run.profile());
    if (seen === undefined) return false;
    if (turns.isSpent) return true;
    const asker = { ...turns.asker(kind.letter), pause: run.pause };
    turns.learn(kind.point, await kind.ask(asker, run.profile(), look.history, seen));
    return true;
  };
}

export const lateReadings = (run: LateRun) => ({
  /** Server errors to actions: an effect that fails, perhaps. */
  effects: looksOf(run, {
    ...{ name: "effects", letter: "e", most: 2, point: "failing-effects" },
    seenIn: ({ history }, profile) => failedAction(history.exchanges, profile),
    ask: (asker, profile, _, failed) => failingEffects(asker, profile, failed),
  }),
  /** States that were others before, though nothing was sent between, and actions that no list named. */
  states: looksOf(run, {
    ...{ name: "clock", letter: "c", most: 2, point: "volatile-members" },
    seenIn: changedStateIn,
    ask: async (...changed) => (await lateClock(...changed)) ?? (await lateList(...changed)),
  }),
  /** States that lack what was sent: an action may take it out again. */
  cleared: looksOf(run, {
    ...{ name: "cleared", letter: "m", most: 4, point: "state-data" },
    seenIn: lackingStateIn,
    ask: lateCleared,
  }),
  /** States that follow from the actions by another rule than was seen: plain data may have told no two rules apart. */
  folds: looksOf(run, {
    ...{ name: "fold", letter: "f", most: 2, point: "state-data" },
    seenIn: otherStateIn,
    ask: lateFold,
  }),
  /** Links that stand for no action, and files that are not given out: they may be kept from who reads them. */
  withheld: looksOf(run, {
    ...{ name: "withheld", letter: "h", most: 3, point: "others-data" },
    seenIn: withheldIn,
    ask: lateWithheld,
  }),
  /** Links that are no longer what they were. */
  links: looksOf(run, {
    ...{ name: "link-members", letter: "l", most: 2, point: "volatile-members" },
    seenIn: changedLinksIn,
    ask: lateLinkMembers,
  }),
  /** Actions that were accepted at the same time though no known order allows it: the data may decide. */
  races: looksOf(run, {
    ...{ name: "race", letter: "t", most: 3, point: "action-gating" },
    seenIn: raceIn,
    ask: lateRace,
  }),
  /** Traces of the same steps that list different actions: the service may draw what comes next. */
  twins: looksOf(run, {
    ...{ name: "twins", letter: "w", most: 2, point: "action-gating" },
    seenIn: twinsIn,
    ask: drawnLists,
  }),
  /** Traces of the same steps that show other values: the service may draw them. */
  values: looksOf(run, {
    ...{ name: "values", letter: "v", most: 2, point: "volatile-members" },
    seenIn: twinsIn,
    ask: drawnValues,
  }),
});
