/** What an answer discloses to somebody who may not have it, whatever its status and type. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Case } from "./case.ts";
import { holdsContent } from "./files/files.ts";
import { textsIn } from "../../spec/json-walks.ts";
import { givesPayload } from "../support/exchanges.ts";

/** True for a successful answer, or a file of the trace of any type. */
export function isOpened(exchange: Exchange, subject: Case): boolean {
  return givesPayload(exchange) || isFileOfTrace(exchange, subject);
}

/** True for the bytes of a file of the trace, unlike a page or document that denies access. */
function isFileOfTrace(exchange: Exchange, subject: Case): boolean {
  const { intent, response } = exchange;
  const trace = subject.traceOf(exchange);
  if (intent.kind !== "file" || !trace || !response || response.bytes === 0) return false;
  return response.sha256 !== undefined && holdsContent(trace, response.sha256);
}

/**
 * A text of the trace, or a listed workflow, that the answer shows and the request did not contain: a refusal must not
 * show it.
 */
export function disclosedIn(exchange: Exchange, subject: Case): string | undefined {
  const { request, response } = exchange;
  if (!response) return undefined;
  const text = response.json ? JSON.stringify(response.json.value) : Buffer.from(response.body ?? []).toString("utf8");
  const isTold = (secret: string | undefined): secret is string =>
    secret !== undefined && text.includes(secret) && request.body?.includes(secret) !== true;
  return secretsFor(exchange, subject).find(isTold) ?? listedWorkflow(exchange, subject);
}

/** The markers of the trace that was asked for; for a search, the ids of the traces. */
function secretsFor(exchange: Exchange, subject: Case): readonly (string | undefined)[] {
  if (exchange.intent.kind === "search") return [...subject.world.traces.values()].map(({ id }) => id);
  return subject.traceOf(exchange)?.actions.map(({ marker }) => marker) ?? [];
}

/** The name of a workflow that is shown together with its id, as in a list; an id alone may be any number. */
function listedWorkflow({ intent, response }: Exchange, { target }: Case): string | undefined {
  if (intent.kind !== "workflows" || !response?.json) return undefined;
  const shown = new Set(textsIn(response.json.value));
  return target.workflows.find(({ id, name }) => name !== undefined && name !== id && shown.has(id) && shown.has(name))
    ?.name;
}
