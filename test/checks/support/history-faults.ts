/** Faults: what a broken service would have answered, put in place of what the tiny service answered. */
import { operationById, type Face, type OperationKind } from "../../../spec/operations.ts";
import type {
  Exchange,
  History,
  ReceivedResponse,
  TransportFailure,
  ZipEntry,
} from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { bytesAnswer, jsonAnswer, zipAnswer } from "./answers.ts";

export type Change = (exchange: Exchange) => Exchange;
/** Makes the history of a conformant service that of a faulty one. */
export type HistoryFault = (history: History) => History;

/** The exchange `index`, changed. */
export function at(index: number, change: Change): HistoryFault {
  return (history) => ({
    ...history,
    exchanges: history.exchanges.map((exchange) => (exchange.index === index ? change(exchange) : exchange)),
  });
}

/** The exchange of this kind, on this face when one is given: the last one, or the one `fromEnd` before it. */
export function last(kind: OperationKind, change: Change, face?: Face, fromEnd = 0): HistoryFault {
  return (history) => {
    const all = history.exchanges.filter(
      ({ intent, face: through }) => intent.kind === kind && (face === undefined || through === face),
    );
    const exchange = all.at(-1 - fromEnd);
    if (!exchange) throw new Error(`the story has no ${String(fromEnd)}th last ${kind}`);
    return at(exchange.index, change)(history);
  };
}

export function answers(response: ReceivedResponse): Change {
  return ({ failure: _, ...exchange }) => ({ ...exchange, response });
}

function reworded(how: (response: ReceivedResponse) => ReceivedResponse): Change {
  return (exchange) => (exchange.response ? { ...exchange, response: how(exchange.response) } : exchange);
}

/** A refusal that brings the marker of the first action: what is refused stands in it all the same. */
export const refusedWithTheMarker = (kind: OperationKind, face: Face): HistoryFault => {
  return (history) => {
    const [created] = history.exchanges;
    const sent = created?.intent.kind === "create" ? created.intent.data : undefined;
    const marker = isJsonObject(sent) ? sent["tcMark"] : undefined;
    return last(
      kind,
      document(() => ({ error: "refused", data: { was: marker ?? null } })),
      face,
    )(history);
  };
};

export const status = (code: number): Change => reworded((response) => ({ ...response, status: code }));

export const header = (name: string, value: string): Change =>
  reworded((response) => ({ ...response, headers: { ...response.headers, [name]: value } }));

/** The whole document, envelope and all. */
export const document = (how: (document: Json) => Json): Change =>
  reworded(({ status: code, json }) => jsonAnswer(how(json?.value ?? null), code));

/** The payload, in its envelope where there is one. */
export function payload(how: (payload: Json) => Json): Change {
  return (exchange) =>
    document((whole) =>
      operationById(exchange.operationId).enveloped && isJsonObject(whole)
        ? { ...whole, data: how(whole["data"] ?? null) }
        : how(whole),
    )(exchange);
}

/** Members of the payload replaced; undefined takes one away. */
export function members(changed: { readonly [member: string]: Json | undefined }): Change {
  return payload((value) => changedMembers(value, changed));
}

function changedMembers(value: Json, changed: { readonly [member: string]: Json | undefined }): Json {
  const whole = { ...(isJsonObject(value) ? value : {}), ...changed };
  return Object.fromEntries(Object.entries(whole).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Members of the page information replaced. */
export const info = (changed: { readonly [member: string]: Json | undefined }): Change =>
  payload((value) => (isJsonObject(value) ? { ...value, info: changedMembers(value["info"] ?? {}, changed) } : value));

/** The links of a page. */
export const links = (how: (links: readonly JsonObject[]) => readonly Json[]): Change =>
  payload((value) => (isJsonObject(value) ? { ...value, links: how(value["links"] as readonly JsonObject[]) } : value));

/** The data in the state. */
export const data = (how: (data: JsonObject) => Json): Change =>
  payload((value) => {
    const state = isJsonObject(value) ? value["state"] : undefined;
    return {
      state: {
        ...(isJsonObject(state) ? state : {}),
        data: how((isJsonObject(state) ? state["data"] : {}) as JsonObject),
      },
    };
  });

/** The data in the last link of a page. */
export const linkData = (how: (data: JsonObject) => Json): Change =>
  links((all) =>
    all.map((link, place) => (place === all.length - 1 ? { ...link, data: how(link["data"] as JsonObject) } : link)),
  );

export const entries = (how: (entries: readonly ZipEntry[]) => readonly ZipEntry[]): Change =>
  reworded((response) => zipAnswer(how(response.zip?.entries ?? [])));

export const zipError = (message: string): Change =>
  reworded((response) => ({
    ...response,
    zip: { entries: response.zip?.entries ?? [], error: { kind: "malformed", message } },
  }));

export const bytes = (text: string, contentType?: string): Change =>
  answers(bytesAnswer(Buffer.from(text), 200, contentType));

export const secret = (echoedSecret: string): Change => reworded((response) => ({ ...response, echoedSecret }));

export function fails(kind: TransportFailure["kind"]): Change {
  return ({ response: _, ...exchange }) => ({ ...exchange, failure: { kind, message: kind } });
}

/** A connection that had brought answers is closed, though it had not rested for long. */
export const closed: Change = ({ response: _, ...exchange }) => ({
  ...exchange,
  failure: { kind: "reset", message: "other side closed", reused: true },
});

/** The answer of the service to a call that succeeds, whatever the call. */
export function succeedsWith(value: Json): Change {
  return (exchange) =>
    answers(jsonAnswer(operationById(exchange.operationId).enveloped ? { error: null, data: value } : value))(exchange);
}
