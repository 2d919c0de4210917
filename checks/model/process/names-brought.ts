/** Actions that refer to data of earlier actions on their trace, e.g. to one of the lots of a tender. */
import { namesBrought, sourcesOf } from "../../../spec/data-schemas/brought-by.ts";
import { membersOnceEach } from "../../../spec/data-schemas/once-each.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import { shownValuesOf } from "../../../spec/readings/shown-values.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { parallelStepOf } from "../../../spec/vocabulary/placed-steps.ts";
import { textsIn } from "../../../spec/json-walks.ts";
import { propertiesOf } from "../../../spec/data-schemas/properties.ts";
import type { Case } from "../case.ts";
import type { ModelAction } from "../world.ts";

/** An action that was sent to a trace. */
interface SentAction {
  readonly data: JsonObject;
  /** The form of its data; empty where none is known. */
  readonly form: JsonObject;
  /** The other accepted actions of the trace that were sent before this one was answered. */
  readonly others: readonly ModelAction[];
  /** Those of them with its key. */
  readonly ofItsKind: readonly ModelAction[];
}

function sentAction(exchange: Exchange, subject: Case): SentAction | undefined {
  const { intent } = exchange;
  if (intent.kind !== "act" || !isJsonObject(intent.data)) return undefined;
  const { data, workflow, actionKey } = intent;
  const form = subject.target.workflows[workflow]?.actions.find(({ key }) => key === actionKey)?.dataSchema ?? {};
  const { actions = [] } = subject.traceOf(exchange) ?? {};
  const others = actions.filter((one) => one.exchange.sentAtMs < exchange.receivedAtMs && one.exchange !== exchange);
  return { data, form, others, ofItsKind: others.filter((one) => one.actionKey === actionKey) };
}

const hasSame = (other: ModelAction, member: string, data: JsonObject): boolean =>
  isJsonObject(other.data) && sameJson(other.data[member] ?? null, data[member] ?? null);

/** True for an action whose value should repeat one of an earlier action, according to its form, and does not. */
export function namesNothingBrought(exchange: Exchange, subject: Case): boolean {
  const sent = sentAction(exchange, subject);
  if (!sent) return false;
  const { data, form, others } = sent;
  return propertiesOf(form).some(([member, property]) => {
    const sources = sourcesOf(property);
    if (sources.length === 0 || !Object.hasOwn(data, member)) return false;
    const brought = others.flatMap((one) =>
      sources.flatMap(({ key, path }) => (one.actionKey === key ? valuesAt(one.data, path) : [])),
    );
    const value = data[member] ?? null;
    // Some entries of a list may be named.
    const isAmong = (one: Json): boolean =>
      Array.isArray(one) && Array.isArray(value) && value.every((own) => one.includes(own));
    const isBrought = (one: Json): boolean =>
      one === value || isAmong(one) || (!namesBrought(property) && Number(value) <= Number(one));
    return brought.length > 0 && !brought.some(isBrought);
  });
}

/** True for an action with a value of a choice that comes once on a trace, and came before. */
export function bringsOnceMore(exchange: Exchange, subject: Case): boolean {
  const sent = sentAction(exchange, subject);
  return (
    sent !== undefined &&
    [...membersOnceEach(sent.form).keys()].some((member) =>
      sent.ofItsKind.some((one) => hasSame(one, member, sent.data)),
    )
  );
}

/**
 * True for an action of which a parallel one refers to the same thing: one of the same kind to the same earlier data,
 * or any to the same thing that the service made. Only one can succeed, and the interface does not say how the other is
 * refused.
 */
export function namesWhatAnotherNames(exchange: Exchange, subject: Case): boolean {
  const sent = exchange.parallel === true ? sentAction(exchange, subject) : undefined;
  if (!sent) return false;
  const { data, form, others, ofItsKind } = sent;
  const naming = propertiesOf(form).flatMap(([name, property]) =>
    sourcesOf(property).length > 0 && Object.hasOwn(data, name) ? [name] : [],
  );
  // Parallel actions may take effect in any order.
  const group = parallelStepOf(exchange.step);
  const isAtTheSameTime = ({ exchange: one }: ModelAction): boolean =>
    one.receivedAtMs > exchange.sentAtMs || (group !== undefined && parallelStepOf(one.step) === group);
  const made = madeThings(exchange);
  return (
    ofItsKind.some((one) => isAtTheSameTime(one) && naming.some((name) => hasSame(one, name, data))) ||
    others.some((one) => isAtTheSameTime(one) && madeThings(one.exchange).some((thing) => made.includes(thing)))
  );
}

/**
 * True for an action with a text of an example that stands for something the service makes on each trace: it names the
 * thing of another trace, or none. It was sent before that was known.
 */
export const namesThingOfAnother = (exchange: Exchange, subject: Case): boolean =>
  thingsOfOthers(exchange, subject).length > 0;

/**
 * The texts of examples in the data that stand for things the service makes, without those replaced by things of this
 * trace.
 */
function thingsOfOthers({ intent }: Exchange, { target, profile }: Case): readonly string[] {
  if (!isAction(intent)) return [];
  const shown = Object.keys(shownValuesOf(profile, target.workflows[intent.workflow]?.id ?? ""));
  if (shown.length === 0) return [];
  const [texts, own] = [textsIn(intent.data), Object.keys(intent.stoodFor ?? {})];
  return shown.filter((text) => texts.includes(text) && !own.includes(text));
}

/**
 * True where both refer to the same things that the service made, or to none: of two others, one may be refused and the
 * other accepted.
 */
export const nameTheSame = (one: Exchange, other: Exchange, subject: Case): boolean =>
  sameJson(thingsNamed(one, subject), thingsNamed(other, subject));

const thingsNamed = (exchange: Exchange, subject: Case): readonly string[] =>
  [...madeThings(exchange), ...thingsOfOthers(exchange, subject)].sort();

/** The things made by the service that the action refers to. */
const madeThings = ({ intent }: Exchange): readonly string[] =>
  intent.kind === "act" ? Object.keys(intent.stoodFor ?? {}) : [];
