/** Repeats actions many times on one trace of a process. */
import {
  appendingKeys,
  followers,
  keysOf,
  mayFollow,
  type ProcessRules,
  type Way,
  waysOf,
} from "../../../../spec/readings/process.ts";
import type { Profile } from "../../../../spec/vocabulary/profile.ts";
import { alternating, type Face, faces, otherFace } from "../../../../spec/operations.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import { writersFor } from "../../../../spec/readings/people.ts";
import type { Account, OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth, byTurns } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { actionAt, numberOn } from "../steps.ts";

/** An action comes up to so often, on a trace of so many actions. */
const [often, longest] = [4, 18];
/** Fewer repetitions occur on the longest way too; for a process known by sequences only, fewer are enough. */
const [leastOften, leastTaken] = [3, 2];
/** At most so many requests for all of them. */
const mostRequests = 320;
/** So many requests follow each way, without those between the last two repetitions. */
const closing = 19;

/**
 * For each action that may be repeated, a trace on which it is, through legacy, whose answers show the state, with a
 * read through v2 after each by the same user: an error from the third repetition on shows in one of the two.
 */
export function againAndAgain(context: SuiteContext, script: MakeScript, gated: readonly Gated[]) {
  const title = "The answer to each of many like actions shows the state behind it";
  let left = byDepth(context, { quick: 0, standard: mostRequests, deep: 3 * mostRequests });
  return waysOfMany(context, gated).flatMap(({ index, way }, at) => {
    // What may allow another repetition: one more is either refused by both faces, or accepted by both.
    const former = way.lastIndexOf(way.at(-1) ?? "", -2);
    const between = former < 0 ? [] : way.slice(former + 1, -1);
    left -= 2 * way.length + between.length + closing;
    if (left < 0) return [];
    return [
      script(context, `again-and-again-${String(at)}`, title, (draft) => {
        const done = way.map((action, place) => ({
          ...{ workflow: index, action },
          data: draft.doc({ number: numberOn(way, place) }),
        }));
        const seenBy = (face: Face, { action }: Done): OperationStep => ({
          ...{ op: "state", face, trace: "$t" },
          ...doneBy(context, index, action),
        });
        return [
          ...done.flatMap((one, number): readonly OperationStep[] => [
            actionAt(number, "t", { face: "legacy", ...one }),
            seenBy("v2", one),
          ]),
          // Each face may count for itself, so they take turns to be first.
          ...done.slice(-1).flatMap((last) =>
            (at % 2 === 0 ? faces : faces.toReversed()).flatMap((face): readonly OperationStep[] => [
              // Exactly the same again: refused, as it came too often or is there already; or one more link.
              { op: "act", trace: "$t", face, ...last, outOfOrder: true },
              seenBy(otherFace(face), last),
            ]),
          ),
          ...(between.length === 0 ? [] : onceMore(draft, done, between.length, at)),
          ...faces.map((face): OperationStep => ({ op: "details", face, trace: "$t" })),
          // Lists may be kept for each reader, so one face is read between two reads of the other.
          ...otherReaders(context).flatMap((actor) =>
            [...faces, faces[0]].map((face): OperationStep => ({ op: "details", face, trace: "$t", actor })),
          ),
        ];
      }),
    ];
  });
}

/** At most so many other readers. */
const mostReaders = 3;

const otherReaders = ({ target: { people = [] } }: SuiteContext): readonly Account[] =>
  people
    .filter(({ account, may }) => account !== "first" && may.includes("read"))
    .slice(0, mostReaders)
    .map(({ account }) => account);

/** The actions between the last two repetitions again, and then one more repetition through both faces in turn. */
function onceMore(draft: Draft, done: readonly Done[], between: number, at: number): readonly OperationStep[] {
  const again = (one: Done, face: Face): OperationStep => ({
    ...{ op: "act", trace: "$t", face, ...one, data: draft.doc({ again: done.length }), outOfOrder: true },
  });
  const first = alternating(at);
  return [
    ...done.slice(-1 - between, -1).map((one) => again(one, first)),
    ...done.slice(-1).flatMap((one) => [first, otherFace(first), first].map((face) => again(one, face))),
  ];
}

/** An action of the way, as it is sent. */
interface Done {
  readonly workflow: number;
  readonly action: string;
  readonly data: JsonObject;
}

/** The usual sender of an action, if that user may read as well: states may differ from reader to reader. */
export function doneBy({ target }: SuiteContext, workflow: number, key: string): { readonly actor?: Account } {
  const group = target.workflows[workflow]?.actions.find((action) => action.key === key)?.groupLabel;
  const [usual] = writersFor(target.people ?? [], group);
  return usual?.may.includes("read") ? { actor: usual.account } : {};
}

export interface ManyTimes {
  /** The index of the workflow. */
  readonly index: number;
  readonly key: string;
  readonly way: readonly string[];
}

/**
 * Ways on which each such action comes many times, the shortest of each process first; then those on which it comes
 * twice, or again in a further round. One way may serve several actions, if each comes as often as on its own.
 */
export function waysOfMany({ profile }: SuiteContext, gated: readonly Gated[]): readonly ManyTimes[] {
  const ofEach = gated.map(({ index, workflow, rules }) => {
    const keys = appendingKeys(workflow);
    const ways = keys
      .flatMap((key): readonly ManyTimes[] => {
        const taken = wayTaken(profile, workflow, rules, key);
        const way = taken ?? wayRepeating(rules, workflow, key);
        return timesOn(way, key) < (taken ? leastTaken : leastOften) ? [] : [{ index, key, way }];
      })
      .toSorted((one, other) => other.way.length - one.way.length);
    const inRounds = keys.flatMap((key): readonly ManyTimes[] => {
      const way = wayOfRounds(sequencesTaken(profile, workflow, rules), key);
      return way ? [{ index, key, way }] : [];
    });
    const kept: ManyTimes[] = [];
    for (const one of inRounds.toSorted((left, right) => right.way.length - left.way.length))
      if (!kept.some(({ way }) => roundEnd(way, one.key) !== undefined)) kept.push(one);
    for (const one of ways) {
      const times = Math.min(often, timesOn(one.way, one.key));
      // An action that ends such a round is tried after its last repetition only.
      if (endsRound(one) || !kept.some(({ way }) => timesOn(way, one.key) >= times)) kept.push(one);
    }
    return kept.toReversed();
  });
  const isOften = ({ way, key }: ManyTimes): boolean => timesOn(way, key) >= leastOften;
  return [
    ...ofEach.flatMap((ways) => ways.filter(isOften)),
    ...byTurns(ofEach.map((ways) => ways.filter((one) => !isOften(one)))),
  ];
}

/** The shortest sequence on which the action comes again in a further round. */
function wayOfRounds(taken: readonly (readonly string[])[], key: string): readonly string[] | undefined {
  const ends = taken.flatMap((way) => {
    const end = roundEnd(way, key);
    return end === undefined || end >= longest ? [] : [way.slice(0, end + 1)];
  });
  return ends.toSorted((one, other) => one.length - other.length)[0];
}

/**
 * The place where the action comes again after several others, one of which had come before it too; undefined where
 * there is none.
 */
function roundEnd(way: readonly string[], key: string): number | undefined {
  const places = way.flatMap((one, at) => (one === key ? [at] : []));
  return places.slice(1).find((end, turn) => {
    const start = places[turn] ?? 0;
    const between = new Set(way.slice(start + 1, end));
    return between.size > 1 && [...between].some((one) => way.indexOf(one) < start);
  });
}

/**
 * True where the way ends with several repetitions in a row and others came earlier: a check that refused once may stay
 * off then.
 */
function endsRound({ way, key }: ManyTimes): boolean {
  const before = way.findLastIndex((one) => one !== key);
  return way.length - 1 - before > 1 && way.slice(0, before).includes(key);
}

/** The shortest sequences, up to this length, on which each action came twice. */
export function waysOfTwo({ profile }: SuiteContext, gated: readonly Gated[], most: number): readonly ManyTimes[] {
  return gated.flatMap(({ index, workflow, rules: { paths = [] } }) => {
    const seen = [...waysOf(profile, workflow).map(keysOf), ...paths];
    const keys = appendingKeys(workflow);
    return keys.flatMap((key): readonly ManyTimes[] => {
      const twice = seen.flatMap((way) => {
        const second = way.indexOf(key, way.indexOf(key) + 1);
        return second > 0 ? [way.slice(0, second + 1)] : [];
      });
      const [way] = twice.filter(({ length }) => length <= most).toSorted((one, other) => one.length - other.length);
      return way ? [{ index, key, way }] : [];
    });
  });
}

const timesOn = (way: readonly string[], key: string): number => way.filter((one) => one === key).length;

/**
 * For a process known by sequences only: the one with most repetitions of the action, cut after enough of them.
 * Undefined where rules tell what may come.
 */
function wayTaken(
  profile: Profile,
  workflow: WorkflowDescription,
  rules: ProcessRules,
  key: string,
): readonly string[] | undefined {
  const taken = sequencesTaken(profile, workflow, rules);
  if (taken.length === 0) return undefined;
  // With fewer repetitions the process might go another way than it did.
  const [most = []] = taken.toSorted(
    (one, other) => timesOn(other, key) - timesOn(one, key) || one.length - other.length,
  );
  const places = most.flatMap((one, at) => (one === key && at < longest ? [at] : []));
  let last = places.slice(0, often).at(-1) ?? -1;
  // Up to the end of a round: there one more repetition may be refused.
  while (places.includes(last + 1)) last += 1;
  return most.slice(0, last + 1);
}

function sequencesTaken(profile: Profile, workflow: WorkflowDescription, { paths = [] }: ProcessRules) {
  const ways = waysOf(profile, workflow);
  const withData = ways.map(keysOf);
  return withData.length > 0 ? [...withData, ...paths.filter((path) => isDecidedAs(path, ways))] : paths;
}

/** True for a sequence that begins like a way with known deciding data, up to the action after the last of these. */
function isDecidedAs(path: readonly string[], ways: readonly Way[]): boolean {
  return ways.some((way) => {
    const last = way.findLastIndex((step) => step.with !== undefined || step.without !== undefined);
    return last !== -1 && way.slice(0, last + 2).every(({ key }, at) => path[at] === key);
  });
}

/** A way that takes the action whenever the rules allow it, and else the action done least. */
function wayRepeating(rules: ProcessRules, workflow: WorkflowDescription, key: string): readonly string[] {
  const first = workflow.actions.find(({ creates }) => creates)?.key;
  const way = first === undefined ? [] : [first];
  while (way.length > 0 && way.length < longest && timesOn(way, key) < often) {
    const others = followers(rules, workflow, way).filter(
      (action) => followers(rules, workflow, [...way, action.key]).length > 0,
    );
    const [least] = others.toSorted((one, other) => timesOn(way, one.key) - timesOn(way, other.key));
    const next = mayFollow(rules, way, key) ? key : least?.key;
    if (next === undefined) break;
    way.push(next);
  }
  return way;
}
