/**
 * Repeats refusals of data on traces that are built again, with reads through both faces before and after: a refused
 * action must leave no mark. It uses data that a walk found to be refused, which other scripts do not send.
 */
import { succeeded } from "../../spec/readings/outcome.ts";
import { faces } from "../../spec/operations.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Step } from "../../spec/vocabulary/script.ts";
import { inOrder } from "../seen/known-traces.ts";
import type { ProbeContext } from "../probe.ts";
import { aboutMoment, kindOf, mayBeForm, textOf } from "./forms/told/refusal-words.ts";
import { isTurnedDown } from "./observations.ts";
import { acceptedBefore, onTrace, readsOf, rebuilt } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** At most so many refusals are repeated, on traces of at most so many actions. */
const [maxRefused, longestWay] = [6, 8];

/** Sends such actions again, with reads before and after. */
export async function refuseAgain(asker: Asker, profile: Profile): Promise<void> {
  const exchanges = inOrder(asker.histories()).map((exchange, at): Exchange => ({ ...exchange, index: at }));
  for (const [at, refused] of refusedIn(exchanges).entries()) {
    const steps = stepsFor(asker, exchanges, refused, `${asker.runId}n${String(at)}`, profile);
    if (steps.length > 0) await asker.run("what is shown before and after a refusal", steps);
  }
}

interface Refused {
  readonly exchange: Exchange;
  readonly kind: string;
  /** How many actions were taken before it on its trace. */
  readonly before: number;
}

/**
 * The earliest refusal of each kind for each action that is accepted elsewhere. Kinds that many actions share come
 * last, as they tell least.
 */
function refusedIn(exchanges: readonly Exchange[]): readonly Exchange[] {
  const taken = new Set(
    exchanges.flatMap((one) => (one.intent.kind === "act" && succeeded(one) ? [placeOf(one)] : [])),
  );
  const found = new Map<string, Refused>();
  for (const exchange of exchanges) {
    if (exchange.intent.kind !== "act" || exchange.parallel === true || !taken.has(placeOf(exchange))) continue;
    if (!isTurnedDown(exchange) || !mayBeForm(exchange) || aboutMoment.test(textOf(exchange))) continue;
    const [kind, before] = [kindOf(exchange), acceptedBefore(exchanges, exchange).length];
    const name = `${placeOf(exchange)} ${kind}`;
    const known = found.get(name);
    if (before > 0 && before <= longestWay && (!known || before < known.before))
      found.set(name, { exchange, kind, before });
  }
  const all = [...found.values()];
  const saidOf = (kind: string): number => all.filter((one) => one.kind === kind).length;
  return all
    .toSorted((left, right) => saidOf(left.kind) - saidOf(right.kind) || left.before - right.before)
    .slice(0, maxRefused)
    .map(({ exchange }) => exchange);
}

const placeOf = ({ intent }: Exchange): string =>
  intent.kind === "act" ? JSON.stringify([intent.workflow, intent.actionKey]) : "";

function stepsFor(
  { target }: Asker,
  exchanges: readonly Exchange[],
  refused: Exchange,
  name: string,
  profile: Profile,
): readonly Step[] {
  const index = refused.intent.kind === "act" ? refused.intent.workflow : -1;
  const workflow = target.workflows[index];
  if (!workflow) return [];
  const [again, beside] = ["kept", "beside"].map((label) =>
    onTrace(rebuilt(`${name}${label.slice(0, 1)}`, workflow, { exchanges }, refused), `$${label}`),
  );
  if (!again || !beside) return [];
  const [face = refused.face] = faces.filter((one) => one !== refused.face);
  const reads = readsOf("$kept", profile, longestWay + 2);
  const refusedOnce: Step = { ...again.last, face: refused.face };
  // On another trace the same comes through the other face at once: a service that only refuses for a moment accepts it
  // there.
  const besides: readonly Step[] = [...beside.writes, { ...beside.last, face }];
  return [...again.writes, ...reads, refusedOnce, ...besides, refusedOnce, { ...again.last, face }, ...reads];
}
