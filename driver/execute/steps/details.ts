/** Step `details`: one page of links. */
import { payloadMember } from "../../../spec/readings/outcome.ts";
import type { Exchange, Intent, ResolvedPage } from "../../../spec/vocabulary/history.ts";
import { isJsonObject } from "../../../spec/vocabulary/json.ts";
import type { DetailsStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import { appliesTo } from "../../faces/body-defects.ts";
import { detailsRequest, operationFor } from "../../faces/build.ts";
import { resolvePage, resolveTrace, type Resolved } from "../references.ts";
import type { ScriptRun } from "../script-run.ts";
import { send } from "../send.ts";
import type { Session } from "../session.ts";

export interface PageInfo {
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly startCursor?: string;
  readonly endCursor?: string;
}

export async function details(session: Session, run: ScriptRun, step: DetailsStep, at: string): Promise<void> {
  const trace = resolveTrace(session, run, step.trace);
  const { features, ...page } = resolvePage(session, run, step.page);
  const exchange = await requestPage(session, run, step, at, trace, page, { features });
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
  session: Session,
  run: ScriptRun,
  step: OperationStep,
  at: string,
  trace: Resolved<string>,
  page: Resolved<ResolvedPage>,
  more: { features?: readonly string[]; walk?: DetailsIntent["walk"]; support?: boolean } = {},
): Promise<Exchange> {
  const operation = operationFor("details", step.face);
  const body = more.support !== true && step.body && appliesTo(step.body, operation) ? step.body : undefined;
  const exchange = await send(session, run, {
    at,
    step,
    request: detailsRequest(operation, trace.value, page.value, run.profile, body),
    intent: {
      kind: "details",
      traceId: trace.value,
      page: page.value,
      ...(more.walk === undefined ? {} : { walk: more.walk }),
    },
    defects: [...trace.defects, ...page.defects, ...(body ? [{ where: "body", what: body.kind } as const] : [])],
    ...(more.features === undefined ? {} : { features: more.features }),
    ...(more.support === undefined ? {} : { support: more.support }),
  });
  const { startCursor, endCursor } = pageInfoOf(exchange);
  for (const cursor of [startCursor, endCursor]) if (cursor !== undefined) session.cursors.add(cursor);
  return exchange;
}

/** The page information of a details response, as far as it is there. */
export function pageInfoOf(exchange: Exchange): PageInfo {
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
