/** Actions that come many times on one trace of a process. */
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

/** So often an action comes, on a trace of so many in all. */
const [often, longest] = [4, 18];
/** What comes less often is on the longest way through the process, too; of sequences alone few are gone to their end. */
const [leastOften, leastTaken] = [3, 2];
/** So many requests for all of them. */
const mostRequests = 320;
/** So many requests stand behind each way, besides what lies between the last two of a kind. */
const closing = 19;

/**
 * For each action that may come again and again a trace on which it does, all through the face whose answers show the
 * state, with a look through the other one after each, by who did it: what goes wrong with the third of a kind shows in one
 * of the two.
 */
export function againAndAgain(context: SuiteContext, script: MakeScript, gated: readonly Gated[]) {
  const title = "The answer to each of many like actions shows the state behind it";
  let left = byDepth(context, { quick: 0, standard: mostRequests, deep: 3 * mostRequests });
  return waysOfMany(context, gated).flatMap(({ index, way }, at) => {
    // What lets it come again, if it may: one more than was seen is refused through both faces, or taken through both.
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
          // Each face may count by itself what came, so that by turns the one, and by turns the other, is first.
          ...done.slice(-1).flatMap((last) =>
            (at % 2 === 0 ? faces : faces.toReversed()).flatMap((face): readonly OperationStep[] => [
              // The very same: refused, as it came too often or is there already, or one more link.
              { op: "act", trace: "$t", face, ...last, outOfOrder: true },
              seenBy(otherFace(face), last),
            ]),
          ),
          ...(between.length === 0 ? [] : onceMore(draft, done, between.length, at)),
          ...faces.map((face): OperationStep => ({ op: "details", face, trace: "$t" })),
          // Lists may be kept, or made, for each reader: that of one face is read between two of the other.
          ...otherReaders(context).flatMap((actor) =>
            [...faces, faces[0]].map((face): OperationStep => ({ op: "details", face, trace: "$t", actor })),
          ),
        ];
      }),
    ];
  });
}

/** However many others may read: so many do. */
const mostReaders = 3;

const otherReaders = ({ target: { people = [] } }: SuiteContext): readonly Account[] =>
  people
    .filter(({ account, may }) => account !== "first" && may.includes("read"))
    .slice(0, mostReaders)
    .map(({ account }) => account);

/** What lies between the last two of a kind, and then one more of it, through each face by turns. */
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

/** What is sent on the way. */
interface Done {
  readonly workflow: number;
  readonly action: string;
  readonly data: JsonObject;
}

/** Who usually does the action, where that one may read as well: what a state shows may differ from reader to reader. */
export function doneBy({ target }: SuiteContext, workflow: number, key: string): { readonly actor?: Account } {
  const group = target.workflows[workflow]?.actions.find((action) => action.key === key)?.groupLabel;
  const [usual] = writersFor(target.people ?? [], group);
  return usual?.may.includes("read") ? { actor: usual.account } : {};
}

export interface ManyTimes {
  /** Of the workflow, in the order of the configuration. */
  readonly index: number;
  readonly key: string;
  readonly way: readonly string[];
}

/**
 * Ways on which each such action of these processes comes many times, the shortest of each process first, and those behind on
 * which it comes twice, or again in a further round; one may serve several, if each comes on it as often as on its own.
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
      // What ends such a round is tried behind its last one alone.
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

/** The shortest sequence at whose end the action comes again in a further round. */
function wayOfRounds(taken: readonly (readonly string[])[], key: string): readonly string[] | undefined {
  const ends = taken.flatMap((way) => {
    const end = roundEnd(way, key);
    return end === undefined || end >= longest ? [] : [way.slice(0, end + 1)];
  });
  return ends.toSorted((one, other) => one.length - other.length)[0];
}

/** Where the action comes again after several others, of which one had come before it as well; undefined where it does nowhere. */
function roundEnd(way: readonly string[], key: string): number | undefined {
  const places = way.flatMap((one, at) => (one === key ? [at] : []));
  return places.slice(1).find((end, turn) => {
    const start = places[turn] ?? 0;
    const between = new Set(way.slice(start + 1, end));
    return between.size > 1 && [...between].some((one) => way.indexOf(one) < start);
  });
}

/** True where several in a row end the way, and others of the kind came before: a gate that closed once may stay open then. */
function endsRound({ way, key }: ManyTimes): boolean {
  const before = way.findLastIndex((one) => one !== key);
  return way.length - 1 - before > 1 && way.slice(0, before).includes(key);
}

/** The shortest ways on which each such action was seen to come twice, none longer than this. */
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
 * Of the sequences that were taken, where nothing else is known of what may come, the one in which the action came most, up
 * to where it came often enough. Undefined where rules tell what may come.
 */
function wayTaken(
  profile: Profile,
  workflow: WorkflowDescription,
  rules: ProcessRules,
  key: string,
): readonly string[] | undefined {
  const taken = sequencesTaken(profile, workflow, rules);
  if (taken.length === 0) return undefined;
  // On a shorter one less can go another way than it was seen to.
  const [most = []] = taken.toSorted(
    (one, other) => timesOn(other, key) - timesOn(one, key) || one.length - other.length,
  );
  const places = most.flatMap((one, at) => (one === key && at < longest ? [at] : []));
  let last = places.slice(0, often).at(-1) ?? -1;
  // Up to the end of a round, where one more may not come, as often as it came in the rounds before.
  while (places.includes(last + 1)) last += 1;
  return most.slice(0, last + 1);
}

function sequencesTaken(profile: Profile, workflow: WorkflowDescription, { paths = [] }: ProcessRules) {
  const ways = waysOf(profile, workflow);
  const withData = ways.map(keysOf);
  return withData.length > 0 ? [...withData, ...paths.filter((path) => isDecidedAs(path, ways))] : paths;
}

/** True for a sequence that begins as one of which the data are known that decide, and goes on as the last of these lead. */
function isDecidedAs(path: readonly string[], ways: readonly Way[]): boolean {
  return ways.some((way) => {
    const last = way.findLastIndex((step) => step.with !== undefined || step.without !== undefined);
    return last !== -1 && way.slice(0, last + 2).every(({ key }, at) => path[at] === key);
  });
}

/** The action whenever it may come, and else what came least. */
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
