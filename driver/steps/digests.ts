/** The digest of a file that a script sent: computed from its content, or read where the target shows it. */
import { computeDigest, digestsAt } from "../../spec/readings/digest.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import { askable } from "../../spec/readings/page-size.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import { readingOf, type OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { chunksOf } from "../byte-source.ts";
import { operationFor, stateRequest } from "../faces/build.ts";
import { contentOf } from "../execute/content.ts";
import { digestsByPosition } from "./match-digests.ts";
import type { SentAction, ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";
import type { Connection } from "../execute/connection.ts";
import { pageInfoOf, requestPage } from "./details.ts";
import { UnsentStep } from "../execute/unsent.ts";

type Location = OpenPointValues["digest-location"];

const maxSupportPages = 20;

/** The digest of file `position` of an action. @throws UnsentStep when it cannot be known. */
export async function digestOf(
  connection: Connection,
  run: ScriptRun,
  step: OperationStep,
  at: PlacedStep,
  action: SentAction,
  position: number,
): Promise<string> {
  const known = action.digests?.[position];
  if (known !== undefined) return known;
  const location = readingOf(run.profile, "digest-location");
  const algorithm = readingOf(run.profile, "digest-algorithm");
  const spec = action.specs[position];
  if (spec && algorithm) {
    const computed = computeDigest(chunksOf(contentOf(spec.content)), algorithm);
    if (computed !== undefined) return computed;
  }
  if (!location || location.where === "computed") {
    throw new UnsentStep("where digests can be read is not known", "`openPoints.digest-location`");
  }
  // Read as the owner of the trace, because the user who asks for the file may not see it.
  await readDigests(connection, run, { ...step, actor: undefined }, at, action, location);
  const read = action.digests?.[position];
  if (read === undefined) throw new UnsentStep(`the target shows no digest for file ${String(position)} of the action`);
  return read;
}

async function readDigests(
  connection: Connection,
  run: ScriptRun,
  step: OperationStep,
  at: PlacedStep,
  action: SentAction,
  location: Location,
): Promise<void> {
  const { traceId } = action;
  if (traceId === undefined) return;
  const actions = run.actions.get(traceId) ?? [action];
  const containers =
    location.where === "state"
      ? await readState(connection, run, step, at, traceId)
      : await readLinks(connection, run, step, at, traceId);
  const own = readingOf(run.profile, "own-links");
  // Links of the service's own bring no file that was sent, and stand between those that do.
  const isOwn = (link: Json): boolean =>
    own?.path !== undefined && valuesAt(link, own.path).some((key) => own.keys?.includes(String(key)) === true);
  const sent = containers.filter((container) => location.where === "state" || !isOwn(container));
  const order = readingOf(run.profile, "link-order")?.order ?? "unknown";
  const shown = sent.map((container) => ({
    container,
    digests: digestsAt(container, location.path, location.of),
  }));
  for (const [index, digests] of digestsByPosition(actions, shown, location.where, order).entries()) {
    const matched = actions[index];
    if (matched) matched.digests = digests;
  }
}

async function readState(
  connection: Connection,
  run: ScriptRun,
  step: OperationStep,
  at: PlacedStep,
  traceId: string,
): Promise<Json[]> {
  const request = stateRequest(operationFor("state", step.face), traceId);
  const intent = { kind: "state", traceId } as const;
  const exchange = await send(connection, run, { at, step, request, intent, defects: [], support: true });
  const state = payloadMember(exchange, "state");
  return state === undefined ? [] : [state];
}

async function readLinks(
  connection: Connection,
  run: ScriptRun,
  step: OperationStep,
  at: PlacedStep,
  traceId: string,
): Promise<Json[]> {
  const trace = { value: traceId, defects: [] };
  // Legacy details that take no page arguments show only their first page; v2 details can be followed to the end.
  const pages = readingOf(run.profile, "legacy-details-input")?.form;
  const reader: OperationStep = pages === undefined || pages === "ignored" ? { ...step, face: "v2" } : step;
  const links: Json[] = [];
  const size = askable(run.profile, reader.face, 20);
  let cursor: string | undefined;
  for (let page = 0; page < maxSupportPages; page++) {
    const value = cursor === undefined ? {} : { first: size, after: cursor };
    const exchange = await requestPage(connection, run, reader, at, trace, { value, defects: [] }, { support: true });
    if (!succeeded(exchange)) break;
    const shown = linksOf(exchange);
    if (shown.length > 0 && sameJson([...shown], links.slice(-shown.length))) break;
    // One by one: a page may hold more than a call takes arguments.
    for (const link of shown) links.push(link);
    const { hasNext, endCursor } = pageInfoOf(exchange);
    if (!hasNext || endCursor === undefined || endCursor === cursor) break;
    cursor = endCursor;
  }
  return links;
}

function linksOf(exchange: Exchange): readonly Json[] {
  const links = payloadMember(exchange, "links");
  return Array.isArray(links) ? (links as readonly Json[]) : [];
}
