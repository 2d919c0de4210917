/** Finds actions that were refused for want of data about which the configuration says nothing. */
import { ownNames } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { isAboutData, mayBeForm, namesMember, textOf } from "../forms/told/refusal-words.ts";
import { isRefusedByBoth, isTurnedDown } from "../observations.ts";

/**
 * Keys of actions without configured data that both faces refused each time in words about data.
 * @param found the forms found by trials, by the key of their action
 */
export function wantingOtherData(
  exchanges: readonly Exchange[],
  workflow: number,
  { actions }: WorkflowDescription,
  found: Readonly<Record<string, unknown>>,
): readonly string[] {
  const sent = exchanges.filter(({ intent }) => intent.kind === "act" && intent.workflow === workflow);
  return [...Map.groupBy(actions, ({ key }) => key)].flatMap(([key, all]) => {
    if (Object.hasOwn(found, key) || all.some((one) => one.creates || one.dataSchema || one.examples)) return [];
    const own = sent.filter(
      ({ intent, defects, traits }) =>
        "actionKey" in intent && intent.actionKey === key && defects.length === 0 && traits.length === 0,
    );
    const isTold = own.some((one) => mayBeForm(one) && isAboutData(textOf(one)));
    return isTold && isRefusedByBoth(own) ? [key] : [];
  });
}

/**
 * Keys of appending actions without configured data whose refusals ask for data: one names a member that was not sent,
 * and another one came once it was sent.
 */
export function wantingUnknownData(
  exchanges: readonly Exchange[],
  index: number,
  { actions }: WorkflowDescription,
): readonly string[] {
  const open = new Set(
    actions.flatMap(({ key, appends, dataSchema, examples }) => (appends && !dataSchema && !examples ? [key] : [])),
  );
  const refused = exchanges.flatMap((exchange) => {
    const { intent } = exchange;
    if (intent.kind !== "act" || intent.workflow !== index || !isTurnedDown(exchange) || !mayBeForm(exchange))
      return [];
    const { actionKey: key, data } = intent;
    const names = ownNames(data);
    return typeof key === "string" && open.has(key)
      ? [{ key, names, told: textOf(exchange), face: exchange.face }]
      : [];
  });
  return [...Map.groupBy(refused, ({ key }) => key)].flatMap(([key, own]) => {
    const brought = new Set(own.flatMap(({ names }) => names));
    const isFollowed = own.some(({ told, names, face }) => {
      const wanted = [...brought].filter((name) => !names.includes(name) && namesMember(told, name));
      return own.some(
        (other) => other.face === face && other.told !== told && wanted.some((name) => other.names.includes(name)),
      );
    });
    return isFollowed ? [key] : [];
  });
}
