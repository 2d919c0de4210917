/**
 * Groups traces that were each built through one face, by their common beginnings: the same actions with the same data.
 */
import type { Face } from "../../../spec/operations.ts";
import type { Case } from "../case.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { withoutOwnTexts } from "../unmarked.ts";
import type { ModelAction, ModelTrace } from "../world.ts";
import { isDrawn } from "./twins.ts";

/** A trace built through one face, with the content of each action. */
export interface OfOneFace {
  readonly trace: ModelTrace;
  readonly face: Face;
  readonly contents: readonly string[];
}

/** Traces whose first actions are the same. */
export interface BegunAlike {
  readonly traces: readonly OfOneFace[];
  /** The number of these actions. */
  readonly done: number;
  /** Equal for traces created by the same action. */
  readonly family: string;
}

/** Groups of at least two such traces, for each length. */
export const begunAlike = (subject: Case): readonly BegunAlike[] => {
  const traces = [...subject.world.traces.values()].flatMap((trace) => builtByOne(trace, subject));
  const longest = Math.max(0, ...traces.map(({ contents }) => contents.length));
  return Array.from({ length: longest }, (_, at) => at + 1).flatMap((done) => {
    const sofar = traces.filter(({ contents }) => contents.length >= done);
    return [...Map.groupBy(sofar, ({ contents }) => JSON.stringify(contents.slice(0, done))).values()].flatMap(
      (alike): readonly BegunAlike[] => {
        const [first] = alike;
        if (!first || alike.length < 2) return [];
        return [{ traces: alike, done, family: familyOf(first.trace) }];
      },
    );
  });
};

const familyOf = ({ created: { workflow, actionKey, groupLabel } }: ModelTrace): string =>
  JSON.stringify([workflow, actionKey, groupLabel]);

function builtByOne(trace: ModelTrace, subject: Case): readonly OfOneFace[] {
  const [face, ...others] = new Set(trace.actions.map(({ exchange }) => exchange.face));
  const isClear = trace.indeterminate.length === 0 && trace.actions.every(({ unclear }) => !unclear);
  if (face === undefined || others.length > 0 || !isClear || isDrawn(trace, subject)) return [];
  return [{ trace, face, contents: trace.actions.map((action) => contentBySender(action, subject)) }];
}

/** Equal for actions with the same content from the same user, apart from unique texts. */
export function contentBySender(action: ModelAction, subject: Case): string {
  const { workflow, actionKey, groupLabel, exchange, markerAt, files } = action;
  const names = files.map(({ fileName, partName, contentType }) => [fileName, partName, contentType]);
  const named = [workflow, actionKey, groupLabel, senderOf(exchange), markerAt, names];
  return JSON.stringify([...named, withoutOwnTexts(action, subject)]);
}
