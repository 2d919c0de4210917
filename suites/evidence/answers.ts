/** What of the answers of a script stays from run to run. */
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { shapeOf } from "./shape.ts";

/**
 * By the step and its number in it: status, media type and members. Attempts of a search that were not final are left out;
 * of answers that concurrent actions may change from run to run, the members are.
 */
export function answersOf({ exchanges }: History): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const exchange of exchanges) {
    if (exchange.support || (exchange.intent.kind === "search" && !exchange.intent.last)) continue;
    const number = counts.get(exchange.step) ?? 0;
    counts.set(exchange.step, number + 1);
    const place = number === 0 ? exchange.step : `${exchange.step} (${number + 1})`;
    answers.set(place, answerOf(exchange, { members: !mayDifferByOrder(exchange, exchanges) }));
  }
  return answers;
}

/** True where it was sent beside an action on what it reads, or after actions whose order nobody fixed. */
function mayDifferByOrder(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const { intent, parallel, index } = exchange;
  const concurrent = exchanges.filter((other) => other.parallel && other !== exchange && concerns(other, intent));
  return parallel ? concurrent.length > 0 : concurrent.filter((other) => other.index < index).length > 1;
}

function concerns({ intent }: Exchange, read: Exchange["intent"]): boolean {
  if (intent.kind !== "act" && intent.kind !== "create") return false;
  return "traceId" in read ? "traceId" in intent && intent.traceId === read.traceId : read.kind === "search";
}

function answerOf({ response, failure }: Exchange, compared: { readonly members: boolean }): string {
  if (!response) return failure?.kind ?? "no answer";
  const [type = ""] = (response.headers["content-type"] ?? "").split(";");
  const members = response.json && compared.members ? ` ${shapeOf(response.json.value)}` : "";
  return `${response.status} ${type}${members}`;
}
