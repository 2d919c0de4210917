/**
 * Members that the target is known to hide from some readers, in links or in the state: always, only until another
 * action, or since one.
 */
import { sameJson, type Difference } from "../../../spec/readings/equal.ts";
import { isKeptAfter, type StepsThen } from "../../../spec/readings/kept-members.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { getOwn, hasMember, isJsonObject, type Json, memberOf } from "../../../spec/json.ts";
import type { JsonPath, OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { Case } from "../case.ts";
import { momentOf } from "../moment.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

type Where = "links" | "state";
export type KeptMembers = NonNullable<OpenPointValues["others-data"]["links"]>[string][string];

/** By name, the members of an action that the reader may not be shown; none for its sender. */
export function keptFrom(
  action: ModelAction,
  trace: ModelTrace,
  read: Exchange,
  where: Where,
  subject: Case,
): KeptMembers {
  const kept = keptOf(trace, where, subject)[action.actionKey];
  const reader = senderOf(read);
  if (!kept || senderOf(action.exchange) === reader) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([, one]) => isKeptFrom(reader, one) && mayBeKeptThen(one, reader, stepsBeside(action, trace, read)),
    ),
  );
}

/** Also for readers of whom nothing is known. */
const isKeptFrom = (reader: Account, { shownTo = [] }: KeptMembers[string]): boolean => !shownTo.includes(reader);

/**
 * True also where it is unknown whether the deciding action was done, or, for readers of whom nothing is known, when
 * the member is hidden.
 */
const mayBeKeptThen = (member: KeptMembers[string], reader: Account, steps: StepsThen): boolean =>
  !hasTurn(member) || !member.keptFrom.includes(reader) || isKeptAfter(member, steps) !== false;

/** The actions besides this one that were done by the time of the read. */
function stepsBeside(action: ModelAction, trace: ModelTrace, read: Exchange): StepsThen {
  const { acknowledged, concurrent } = momentOf(trace, read);
  const isBehind = ({ exchange }: ModelAction): boolean => exchange.sentAtMs >= action.exchange.receivedAtMs;
  const [behind, others] = [acknowledged.filter(isBehind), acknowledged.filter((one) => !isBehind(one))];
  // Actions of the same kind decide nothing.
  const keysOf = (actions: readonly ModelAction[]): readonly string[] =>
    actions.map(({ actionKey }) => actionKey).filter((key) => key !== action.actionKey);
  return { done: keysOf(behind), perhaps: keysOf([...others, ...concurrent]) };
}

/** The paths in a link of members that the reader may see at one time and not at another. */
export function changingPlaces(
  { actionKey, exchange }: ModelAction,
  trace: ModelTrace,
  read: Exchange,
  subject: Case,
): readonly JsonPath[] {
  const { path, encoding } = subject.observed("link-data") ?? {};
  const reader = senderOf(read);
  if (!path || senderOf(exchange) === reader) return [];
  const changing = Object.entries(keptOf(trace, "links", subject)[actionKey] ?? {}).filter(
    ([, one]) => hasTurn(one) && isKeptFrom(reader, one),
  );
  // Encoded data can only be left out as a whole.
  return changing.map(([name]) => (encoding === "json" ? [...path, name] : path));
}

const hasTurn = ({ until, since }: KeptMembers[string]): boolean => until !== undefined || since !== undefined;

function keptOf(trace: ModelTrace, where: Where, subject: Case): Readonly<Record<string, KeptMembers>> {
  const id = subject.workflowOf(trace)?.id ?? "";
  return getOwn(subject.observed("others-data")?.[where], id) ?? {};
}

/** True where a hidden member is left out, or masked in the known way. */
export function isKept(kept: KeptMembers, { path, expected, actual }: Difference): boolean {
  const [name = "", ...further] = path;
  if (further.length > 0 || expected === undefined || !Object.hasOwn(kept, name)) return false;
  const { mask } = kept[name] ?? {};
  return actual === mask || (mask !== undefined && sameJson(actual, mask));
}

/** The names of members that are hidden from the reader of a state and missing from it. */
export function keptInState(
  actions: readonly ModelAction[],
  shown: Json | undefined,
  trace: ModelTrace,
  read: Exchange,
  subject: Case,
): readonly string[] {
  return actions.flatMap((action) => {
    const kept = keptFrom(action, trace, read, "state", subject);
    return Object.keys(kept).filter((name) =>
      isKept(kept, { path: [name], expected: {}, actual: memberOf(shown, name) }),
    );
  });
}

/** True where a filter names a member that is hidden from some: a search may know no more than its user. */
export function namesKept(filters: Json, trace: ModelTrace, subject: Case): boolean {
  if (!isJsonObject(filters)) return false;
  const names = (["links", "state"] as const).flatMap((where) =>
    Object.values(keptOf(trace, where, subject)).flatMap((members) => Object.keys(members)),
  );
  return (
    names.length > 0 && Object.keys(filters).some((filter) => filter.split(".").some((step) => names.includes(step)))
  );
}

/** True where a link without a marker shows everything of the action that its reader may see, and nothing else. */
export function showsTheRest(shown: Json | undefined, { data }: ModelAction, kept: KeptMembers): boolean {
  if (Object.keys(kept).length === 0 || !isJsonObject(data) || !isJsonObject(shown)) return false;
  const isAsSent = (name: string): boolean =>
    isKept(kept, { path: [name], expected: data[name], actual: shown[name] }) || sameJson(shown[name], data[name]);
  return Object.keys({ ...data, ...shown }).every((name) => Object.hasOwn(data, name) && isAsSent(name));
}

/** Which hidden members of an action a link shows; both faces must agree. */
export function keptShown(
  { actionKey }: ModelAction,
  shown: Json | undefined,
  trace: ModelTrace,
  subject: Case,
): readonly string[] {
  const kept = Object.keys(keptOf(trace, "links", subject)[actionKey] ?? {});
  return kept.filter((name) => hasMember(shown, name));
}
