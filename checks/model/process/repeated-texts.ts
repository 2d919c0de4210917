/** Texts that must be unique, such as a serial number, and that another action sent before. */
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { ownMarkerPlace } from "../../../spec/readings/marker.ts";
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import { needsOwnTexts } from "../../../spec/readings/process.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { ownTextsIn } from "../unmarked.ts";

/**
 * Refused actions with a code of another action, or with all its texts, where texts must be unique. Things named by
 * examples of the configuration may exist already.
 */
export const repeatedTexts = (subject: Case): readonly Exchange[] => {
  const gating = subject.observed("action-gating");
  const sent = subject.exchanges.flatMap((exchange) => {
    const { intent } = exchange;
    if (!isAction(intent) || typeof intent.actionKey !== "string") return [];
    const { data, actionKey, workflow, markerAt = ownMarkerPlace } = intent;
    const description = subject.target.workflows[workflow];
    if (!isJsonObject(data) || !needsOwnTexts(gating, description?.id, actionKey)) return [];
    const textsOf = (of: JsonObject): ReadonlySet<string> =>
      new Set(ownTextsIn({ data: of, markerAt }, description, actionKey).map((text) => JSON.stringify(text)));
    const examples = description?.actions.find(({ key }) => key === actionKey)?.examples ?? [];
    const [key, isRefused] = [`${String(workflow)} ${actionKey}`, outcomeOf(exchange) === "refused"];
    return [{ exchange, key, texts: textsOf(data), named: examples.map(textsOf), isRefused }];
  });
  const isThere = ({ exchange, key, texts, named }: (typeof sent)[number]): boolean => {
    const before = sent.filter(
      (one) => !one.isRefused && one.key === key && one.exchange.sentAtMs < exchange.receivedAtMs,
    );
    return [...named, ...before.map((one) => one.texts)].some((those) => !those.isDisjointFrom(texts));
  };
  return sent.filter((one) => one.isRefused && isThere(one)).map(({ exchange }) => exchange);
};
