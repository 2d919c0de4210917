/** What of the answers of a script stays from run to run. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { firstDifference, shapeOf, type Shape } from "./shape.ts";
import { isAction } from "../../spec/readings/actions.ts";

/** What stays of an answer. */
export interface Answer {
  /** Status and media type, or why there was none. */
  readonly head: string;
  /** Of a document, where its members are compared. */
  readonly shape?: Shape;
}

/**
 * By the step and its number in it: status, media type and members. Attempts of a search that were not final are left out;
 * of answers that concurrent actions may change from run to run, the members are; and of files, whose
 * bytes nobody promised to be a document.
 * @param isOwn true for a name of a member that belongs to the data of one run
 */
export function answersOf({ exchanges }: History, isOwn: (name: string) => boolean): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  const counts = new Map<string, number>();
  for (const exchange of exchanges) {
    if (exchange.support || (exchange.intent.kind === "search" && !exchange.intent.last)) continue;
    const number = counts.get(exchange.step) ?? 0;
    counts.set(exchange.step, number + 1);
    const place = number === 0 ? exchange.step : `${exchange.step} (${number + 1})`;
    answers.set(place, answerOf(exchange, isOwn, !mayDifferByOrder(exchange, exchanges)));
  }
  return answers;
}

/** How two answers differ, for people; undefined where they do not. */
export function answerDifference(then: Answer | undefined, now: Answer | undefined): string | undefined {
  if (then?.head !== now?.head)
    return `the archive has ${then?.head ?? "no answer"}; now it is ${now?.head ?? "no answer"}`;
  if (!then?.shape || !now?.shape || then.shape.text === now.shape.text) return undefined;
  return `in the archive ${firstDifference(then.shape, now.shape)}`;
}

/** True where it was sent beside an action on what it reads, or after actions whose order nobody fixed. */
function mayDifferByOrder(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const { intent, parallel, index } = exchange;
  const concurrent = exchanges.filter((other) => other.parallel && other !== exchange && concerns(other, intent));
  return parallel ? concurrent.length > 0 : concurrent.filter((other) => other.index < index).length > 1;
}

function concerns({ intent }: Exchange, read: Exchange["intent"]): boolean {
  if (!isAction(intent)) return false;
  return "traceId" in read ? "traceId" in intent && intent.traceId === read.traceId : read.kind === "search";
}

function answerOf(exchange: Exchange, isOwn: (name: string) => boolean, compared: boolean): Answer {
  const { response, failure } = exchange;
  if (!response) return { head: failure?.kind ?? "no answer" };
  const [type = ""] = (response.headers["content-type"] ?? "").split(";");
  const head = `${response.status} ${type}`;
  const document = compared ? documentOf(exchange) : undefined;
  return document === undefined ? { head } : { head, shape: shapeOf(document, isOwn) };
}

function documentOf({ intent, response }: Exchange): Json | undefined {
  if (response?.json === undefined) return undefined;
  if ((intent.kind === "file" || intent.kind === "files") && response.status < 300) return undefined;
  return intent.kind === "search" ? withoutTexts(response.json.value) : response.json.value;
}

/** Which traces a search finds, and when, is left to the rules: here a list of ids counts as one without any. */
function withoutTexts(value: Json): Json {
  if (Array.isArray(value)) return value.filter((element) => typeof element !== "string").map(withoutTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutTexts(member)]));
}
