/** Step `details`: one page of links. */
import { payloadMember } from "../../spec/readings/outcome.ts";
import type { Exchange, Intent, ResolvedPage } from "../../spec/vocabulary/history.ts";
import { isJsonObject } from "../../spec/json.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { DetailsStep, OperationStep } from "../../spec/vocabulary/script.ts";
import { appliesTo } from "../faces/body-defects.ts";
import { detailsRequest, operationFor } from "../faces/build.ts";
import { resolvePage, resolveTrace, type Resolved } from "../execute/references.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";
import type { Connection } from "../execute/connection.ts";

export interface ReceivedPageInfo {
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly startCursor?: string;
  readonly endCursor?: string;
}

export async function details(
  connection: Connection,
  run: ScriptRun,
  step: DetailsStep,
  at: PlacedStep,
): Promise<void> {
  const trace = resolveTrace(connection, run, step.trace);
  const { traits, ...page } = resolvePage(connection, run, step.page);
  const exchange = await requestPage(connection, run, step, at, trace, page, { traits });
  const { startCursor, endCursor } = pageInfoOf(exchange);
  run.remember(step, {
    kind: "page",
    ...(startCursor === undefined ? {} : { startCursor }),
    ...(endCursor === undefined ? {} : { endCursor }),
  });
}

type DetailsIntent = Extract<Intent, { kind: "details" }>;

/** Asks for one page. The cursors that it shows become known as good ones. */
export async function requestPage(
  connection: Connection,
  run: ScriptRun,
  step: OperationStep,
  at: PlacedStep,
  trace: Resolved<string>,
  page: Resolved<ResolvedPage>,
  more: { traits?: readonly string[]; walk?: DetailsIntent["walk"]; support?: boolean },
): Promise<Exchange> {
  const operation = operationFor("details", step.face);
  const body = more.support !== true && step.body && appliesTo(step.body, operation) ? step.body : undefined;
  const spelling = more.support === true ? undefined : step.spelling;
  const exchange = await send(connection, run, {
    at,
    step,
    request: detailsRequest(operation, trace.value, page.value, run.profile, body, spelling),
    intent: {
      kind: "details",
      traceId: trace.value,
      page: page.value,
      ...(more.walk === undefined ? {} : { walk: more.walk }),
    },
    defects: [...trace.defects, ...page.defects, ...(body ? [{ where: "body", what: body.kind } as const] : [])],
    ...(more.traits === undefined ? {} : { traits: more.traits }),
    ...(more.support === undefined ? {} : { support: more.support }),
  });
  const { startCursor, endCursor } = pageInfoOf(exchange);
  for (const cursor of [startCursor, endCursor]) if (cursor !== undefined) connection.cursors.add(cursor);
  return exchange;
}

/** The page information of a details response, as far as it is there. */
export function pageInfoOf(exchange: Exchange): ReceivedPageInfo {
  const info = payloadMember(exchange, "info");
  if (!isJsonObject(info)) return { hasNext: false, hasPrevious: false };
  const { startCursor, endCursor } = info;
  return {
    hasNext: info["hasNext"] === true,
    hasPrevious: info["hasPrevious"] === true,
    ...(typeof startCursor === "string" && startCursor !== "" ? { startCursor } : {}),
    ...(typeof endCursor === "string" && endCursor !== "" ? { endCursor } : {}),
  };
}
