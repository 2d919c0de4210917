/**
 * Tries later dates where all data have the same one: a service that mixes up two dates would not be noticed. Each
 * action sends them at its earliest place, none before the dates of earlier actions.
 */
import { daysLater } from "../../../spec/days-later.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { memberByMember } from "../forms/as-they-stand.ts";
import { isDate } from "../forms/plainer-data.ts";
import type { SeenTrace } from "./deciding.ts";
import { type PlaceExplorer, senderOf, takesAnyOf } from "./in-earliest-place.ts";
import { propertiesOf } from "../../../spec/data-schemas/properties.ts";
import { isTaken } from "../../../spec/readings/actions.ts";

/** At most so many dates. */
const maxDates = 8;

interface OneDate {
  readonly key: string;
  readonly member: string;
  readonly value: string;
}

/** Tries the dates, the last on the way first. Where one is refused, the earlier ones stay as they are. */
export async function tryOtherDates(explorer: PlaceExplorer, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer.known;
  const inOrder = [...new Set(workflow.actions.map(({ key }) => key))]
    .map((key) => ({ key, at: earliest(key, traces) }))
    .filter(({ at }) => at < Infinity)
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ key }) => datesOf(key, workflow.actions.find((one) => one.key === key)?.dataSchema))
    .slice(0, maxDates);
  explorer.stage = "again";
  for (const [place, { key, member, value }] of [...inOrder.entries()].toReversed()) {
    const [sooner, later] = [daysLater(value, 2 * place), daysLater(value, 2 * place + 1)];
    const comesAgain = traces.some(({ steps }) => steps.filter((step) => step.key === key).length > 1);
    const sends = senderOf(explorer, traces, key, new Map(), comesAgain);
    if (!isTaken(await sends({ [member]: later }))) break;
    // A trace that has the later date may refuse an earlier one.
    if (comesAgain && !isTaken(await sends({ [member]: sooner }))) break;
    takesAnyOf(explorer, key, member, [sooner, later]);
  }
  explorer.stage = "first";
}

/** The earliest position of an action on any trace. */
const earliest = (key: string, traces: readonly SeenTrace[]): number =>
  Math.min(...traces.flatMap(({ steps }) => steps.flatMap((step, at) => (step.key === key ? [at] : []))));

/** The members that the form fixes to one date. */
function datesOf(key: string, schema: JsonObject | undefined): readonly OneDate[] {
  if (!schema) return [];
  return propertiesOf(memberByMember(schema)).flatMap(([member, { const: value }]) =>
    typeof value === "string" && isDate(value) ? [{ key, member, value }] : [],
  );
}
