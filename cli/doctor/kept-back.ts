/**
 * An action that is refused on a trace that was just begun: does the process of its workflow keep it back, in whatever
 * words, or is its name wrong? A name is wrong where the target says that it does not know it, in the words in which it
 * refuses a name that surely nobody configured.
 */
import type { Driver } from "../../driver/index.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { ActStep } from "../../spec/vocabulary/script.ts";
import { configurationDoubt } from "../../suites/engine/configuration-doubt.ts";

/** A key and a label that no configuration holds. */
const nobodys = "doctor-tries-this";

export interface RefusedAction {
  /** As it was sent; the trace that it names is that of the exchange. */
  readonly step: Omit<ActStep, "op" | "face" | "trace">;
  readonly exchange: Exchange;
  readonly history: History;
}

/** True for an answer by which an action may be kept back: 401 is about the token, 408, 413 and 429 about something else. */
export function isRefusal({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status >= 400 && status < 500 && ![401, 408, 413, 429].includes(status);
}

/**
 * What to correct, where it is certain that the action is named wrongly; undefined where it may come later.
 * @param taken tries of other actions of the workflow that were taken
 */
export async function wronglyNamed(
  driver: Driver,
  { step, exchange, history }: RefusedAction,
  taken: readonly History[],
): Promise<string | undefined> {
  const doubt = configurationDoubt([...taken, history], driver.environment);
  if (doubt === undefined || exchange.intent.kind !== "act") return undefined;
  const { face, intent } = exchange;
  // Whoever looks at the action first refuses it alike for any group: only a word about groups is about the label.
  const fields = isAboutGroup(exchange) ? ["actionKey", "groupLabel"] : ["actionKey"];
  const steps = fields.map((field): ActStep => ({
    ...step,
    op: "act",
    face,
    trace: intent.traceId,
    replace: { [field]: nobodys },
  }));
  const unknown = await driver.run({ id: "doctor/names", title: "names that nobody configured", steps });
  const likened = unknown.exchanges.filter((one) => one.intent.kind === "act" && !one.support && !succeeded(one));
  return likened.some((one) => saidBy(one) === saidBy(exchange)) ? doubt : undefined;
}

function isAboutGroup({ response, intent }: Exchange): boolean {
  const said = new TextDecoder().decode(response?.body);
  const label = intent.kind === "act" && typeof intent.groupLabel === "string" ? intent.groupLabel : "";
  return /\bgroup(?:s|Label|Name|Id)?\b/i.test(said) || (label !== "" && said.includes(label));
}

/** What an answer says whatever was named, and on whichever trace. */
function saidBy({ response, intent }: Exchange): string {
  const names = intent.kind === "act" ? [nobodys, intent.actionKey, intent.groupLabel] : [];
  const said = new TextDecoder().decode(response?.body);
  const unnamed = names
    .filter((name) => typeof name === "string" && name !== "")
    .reduce<string>((text, name) => text.replaceAll(String(name), "…"), said);
  const plain = unnamed.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, "#").replaceAll(/\d+/g, "#");
  return `${String(response?.status)} ${plain}`;
}
