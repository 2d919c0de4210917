/**
 * Finds out whether one face refuses an action that the other accepts. Takes actions that one face refused and the
 * other accepted right after, where the data or the moment may have been the reason, and sends the same through both
 * faces on traces that are built again, twice through the face that refused.
 */
import { outcomeOf, succeeded } from "../../spec/readings/outcome.ts";
import { senderOf } from "../../spec/readings/people.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { isThrottled } from "../../spec/readings/throttled.ts";
import type { ActionIntent, Exchange } from "../../spec/vocabulary/history.ts";
import type { Step } from "../../spec/vocabulary/script.ts";
import { isOwnMember } from "../fixture/fixture-data.ts";
import { inOrder } from "../seen/known-traces.ts";
import type { ProbeContext } from "../probe.ts";
import { acceptedBefore, onTrace, rebuilt } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;
type Act = Exchange & { readonly intent: ActionIntent & { readonly kind: "act" } };

/** At most so many actions are tried. */
const maxActions = 4;
/** The pause before the second attempt: a trace may be busy for a moment. */
const restMs = 100;

/** Sends such actions through both faces. */
export async function tryThroughEachFace(asker: Asker): Promise<void> {
  const exchanges = inOrder(asker.histories()).map((exchange, at): Exchange => ({ ...exchange, index: at }));
  const pairs = pairsIn(exchanges).slice(0, maxActions);
  for (const [at, pair] of pairs.entries()) {
    const steps = stepsFor(asker, exchanges, pair, `${asker.runId}f${String(at)}`);
    if (steps.length > 0) await asker.run("an action through each face that one of them refused", steps);
  }
}

interface Pair {
  readonly refused: Act;
  /** The same action on the same trace, through the other face. */
  readonly taken: Act;
}

/** One pair for each action and face; one with equal data is preferred, as then the data were not the reason. */
function pairsIn(exchanges: readonly Exchange[]): readonly Pair[] {
  const acts = exchanges.filter(isAct).filter(({ defects, traits }) => defects.length === 0 && traits.length === 0);
  const all = acts.flatMap((taken): readonly Pair[] => {
    if (!succeeded(taken) || taken.parallel === true) return [];
    const refused = acts.findLast((one) => isBefore(one, taken) && isTwin(one, taken));
    return refused && !acts.some((one) => isBetween(one, refused, taken)) ? [{ refused, taken }] : [];
  });
  const sameFirst = all.toSorted((one, other) => Number(bringSame(other)) - Number(bringSame(one)));
  const pairs = new Map<string, Pair>();
  for (const pair of sameFirst) {
    const { intent, face } = pair.taken;
    const name = JSON.stringify([intent.workflow, intent.actionKey, face]);
    if (!pairs.has(name)) pairs.set(name, pair);
  }
  return [...pairs.values()];
}

const bringSame = ({ refused, taken }: Pair): boolean => sameJson(refused.intent.data, taken.intent.data);

const isAct = (exchange: Exchange): exchange is Act => exchange.intent.kind === "act";
const isBefore = (one: Exchange, other: Exchange): boolean => one.receivedAtMs <= other.sentAtMs;

/**
 * True where the first was refused through the other face, from the same user, with the same member names (our own
 * markers aside).
 */
function isTwin(one: Act, taken: Act): boolean {
  const [intent, other] = [one.intent, taken.intent];
  const names = (data: unknown): readonly string[] =>
    Object.keys(Object(data))
      .filter((name) => !isOwnMember(name))
      .toSorted();
  return (
    one.face !== taken.face &&
    outcomeOf(one) === "refused" &&
    !isThrottled(one) &&
    one.busy === undefined &&
    intent.traceId === other.traceId &&
    intent.actionKey === other.actionKey &&
    intent.groupLabel === other.groupLabel &&
    senderOf(one) === senderOf(taken) &&
    intent.files.length === other.files.length &&
    sameJson(names(intent.data), names(other.data))
  );
}

const isBetween = (one: Act, refused: Act, taken: Act): boolean =>
  one.intent.traceId === taken.intent.traceId && succeeded(one) && isBefore(refused, one) && isBefore(one, taken);

function stepsFor(
  { target }: Asker,
  exchanges: readonly Exchange[],
  { refused, taken }: Pair,
  name: string,
): readonly Step[] {
  const workflow = target.workflows[taken.intent.workflow ?? -1];
  if (!workflow || acceptedBefore(exchanges, taken).length === 0) return [];
  const [one, other] = ["refused", "taken"].map((label, at) =>
    onTrace(rebuilt(`${name}${String(at)}`, workflow, { exchanges }, taken), `$${label}`),
  );
  if (!one || !other) return [];
  const through = { ...one.last, face: refused.face };
  return [
    ...one.writes,
    through,
    // Meanwhile another trace gets the action through the other face at once.
    ...other.writes,
    other.last,
    { ...through, restMs },
    one.last,
  ];
}
