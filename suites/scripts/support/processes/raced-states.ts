/**
 * Compares traces with the same two actions sent one after the other, at the same time, and one after the other again.
 */
import { schemaLeaves } from "../../../../generators/index.ts";
import { beginnings, mayFollow } from "../../../../spec/readings/process.ts";
import { alternating, type Face, otherFace } from "../../../../spec/operations.ts";
import { stateReadingsOf } from "../../../../spec/readings/state-data.ts";
import { barredBy, writersFor } from "../../../../spec/readings/people.ts";
import type { Account, ActStep, OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";

/**
 * Actions that may come twice in a row, each as early as possible; those with numbers first, as these may be summed.
 */
function repeated({ index, workflow, rules }: Gated) {
  const begun = beginnings(rules, workflow);
  const places = workflow.actions.flatMap(({ key, appends, dataSchema }) => {
    const done = appends
      ? begun.find((one) => mayFollow(rules, one, key) && mayFollow(rules, [...one, key], key))
      : undefined;
    const isSummed = schemaLeaves(dataSchema ?? {}).some(({ type }) => type === "integer" || type === "number");
    return done ? [{ index, done, key, isSummed }] : [];
  });
  return places.toSorted((left, right) => Number(right.isSummed) - Number(left.isSummed));
}

/** In at most so many workflows besides the first, a first pair of actions is sent at the same time as well. */
const mostOthers = 2;

/** The places; those with numbers also with equal data, so that none is refused for its number. */
function placesOf(context: SuiteContext, [first, ...others]: readonly Gated[]) {
  const isComputed = stateReadingsOf(context.profile).some(({ path, own = [] }) => path === null || own.length > 0);
  const usual = first
    ? repeated(first).slice(0, byDepth(context, { quick: 0, standard: isComputed ? 2 : 1, deep: 4 }))
    : [];
  const isMore = isComputed && context.depth !== "quick";
  const more = isMore ? others.slice(0, mostOthers).flatMap((other) => repeated(other).slice(0, 1)) : [];
  const all = [...usual, ...more];
  const alike = isMore ? [...usual.slice(0, 1), ...more].filter(({ isSummed }) => isSummed) : [];
  return [
    ...all.map((place) => ({ ...place, isAlike: false })),
    ...alike.map((place) => ({ ...place, isAlike: true })),
  ];
}

/** For states that the target computes: the result of both orders must be the result of both at once. */
export function racedStates(context: SuiteContext, script: MakeScript, gated: readonly Gated[]) {
  const title = "A computed state has both of two actions at the same time";
  return placesOf(context, gated).map(({ index, done, key, isAlike }, at) => {
    const actors = apart(context, index, key);
    return script(context, `raced-state-${at}`, title, (draft) => {
      const begin = (label: string): readonly OperationStep[] =>
        done.map((action, number): OperationStep => {
          const common = { face: alternating(number), workflow: index, action, data: draft.doc({ number }) };
          if (number === 0) return { op: "create", as: label, ...common };
          return { op: "act", trace: `$${label}`, outOfOrder: true, ...common };
        });
      const act = (label: string, turn: number, face: Face): ActStep => ({
        op: "act",
        face,
        ...(actors[turn - 1] === undefined ? {} : { actor: actors[turn - 1] }),
        trace: `$${label}`,
        workflow: index,
        action: key,
        // Names that services often sum.
        data: draft.doc({ amount: isAlike ? 1 : turn, quantity: isAlike ? 1 : turn }),
        outOfOrder: true,
      });
      // Each trace has equally many reads, as a state may count them.
      const read = (label: string): OperationStep => ({ op: "state", face: "v2", trace: `$${label}` });
      const inTurn = (label: string, turns: readonly [number, number]): readonly OperationStep[] => [
        ...begin(label),
        act(label, turns[0], "v2"),
        read(label),
        act(label, turns[1], "legacy"),
      ];
      const atOnce = (label: string, face: Face, other: Face) => [
        ...begin(label),
        read(label),
        { parallel: [[act(label, 1, face)], [act(label, 2, other)]] },
      ];
      return [
        ...inTurn("a", [1, 2]),
        ...atOnce("p", "v2", otherFace("v2")),
        ...atOnce("q", "legacy", "legacy"),
        ...inTurn("b", [2, 1]),
        ...["a", "p", "q", "b"].map(read),
      ];
    });
  });
}

/** Two users who may do the action, if a user may not repeat it; else none. */
function apart({ target, profile }: SuiteContext, index: number, key: string): readonly Account[] {
  const workflow = target.workflows[index];
  if (barredBy(profile, workflow?.id, key) === undefined) return [];
  const group = workflow?.actions.find((one) => one.key === key)?.groupLabel;
  const able = writersFor(target.people ?? [], group).map(({ account }) => account);
  return able.length > 1 ? able : [];
}
