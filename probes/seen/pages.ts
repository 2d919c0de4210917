/** Reads the pages of links from answers to details. */
import type { Face } from "../../spec/operations.ts";
import { payloadOf } from "../../spec/readings/outcome.ts";
import type { Exchange, ResolvedPage } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";

export interface SeenPage {
  readonly face: Face;
  readonly traceId: string;
  readonly asked: ResolvedPage;
  readonly links: readonly Json[];
  readonly totalCount?: number;
  readonly hasNext?: boolean;
  readonly hasPrevious?: boolean;
  /** Absent where the page has none, or an empty one. */
  readonly startCursor?: string;
  readonly endCursor?: string;
}

/** The page in a successful answer to details; undefined for anything else. */
export function pageIn(exchange: Exchange | undefined): SeenPage | undefined {
  if (exchange?.intent.kind !== "details") return undefined;
  const payload = payloadOf(exchange);
  if (!isJsonObject(payload) || !Array.isArray(payload["links"])) return undefined;
  const info: JsonObject = isJsonObject(payload["info"]) ? payload["info"] : {};
  const { totalCount } = payload;
  return {
    face: exchange.face,
    traceId: exchange.intent.traceId,
    asked: exchange.intent.page,
    links: payload["links"] as readonly Json[],
    ...(typeof totalCount === "number" ? { totalCount } : {}),
    ...(typeof info["hasNext"] === "boolean" ? { hasNext: info["hasNext"] } : {}),
    ...(typeof info["hasPrevious"] === "boolean" ? { hasPrevious: info["hasPrevious"] } : {}),
    ...cursor(info, "startCursor"),
    ...cursor(info, "endCursor"),
  };
}

function cursor(info: JsonObject, name: "startCursor" | "endCursor"): { [key in typeof name]?: string } {
  const value = info[name];
  return typeof value === "string" && value !== "" ? { [name]: value } : {};
}

/** Every page of plain details requests. */
export function seenPages(exchanges: readonly Exchange[]): readonly SeenPage[] {
  return exchanges.flatMap((exchange) => (exchange.candidateFor ? [] : (pageIn(exchange) ?? [])));
}

/** Pages asked for without arguments, and those read to see a whole trace. */
export function plainPages(exchanges: readonly Exchange[]): readonly SeenPage[] {
  const whole = exchanges.flatMap((exchange) =>
    exchange.candidateFor === "link-data" ? (pageIn(exchange) ?? []) : [],
  );
  return [...seenPages(exchanges).filter(isDefaultPage), ...whole];
}

/** True where the page was asked for without any argument. */
export function isDefaultPage({ asked }: SeenPage): boolean {
  return Object.keys(asked).length === 0;
}
