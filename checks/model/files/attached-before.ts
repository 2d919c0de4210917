/**
 * Finds files whose bytes were attached to another trace before: a service that stores each content once may lose them.
 */
import { isAction } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, RequestedDigest } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";

/**
 * The earlier action on another trace that attached the same bytes as a file of this request. Only where the same
 * history has successful downloads of other bytes: otherwise it explains nothing.
 */
export function attachedBefore(exchange: Exchange, subject: Case): Exchange | undefined {
  const before = earlierOf(exchange, subject);
  if (!before) return undefined;
  const isServed = (one: Exchange): boolean =>
    isOfFiles(one) && one.defects.length === 0 && succeeded(one) && !earlierOf(one, subject);
  return subject.history.exchanges.some(isServed) ? before : undefined;
}

const isOfFiles = (exchange: Exchange): boolean => requestedBy(exchange).some(({ file }) => file !== undefined);

function requestedBy({ intent }: Exchange): readonly RequestedDigest[] {
  if (intent.kind === "files") return intent.requested;
  return intent.kind === "file" ? [intent.requested] : [];
}

function earlierOf(exchange: Exchange, subject: Case): Exchange | undefined {
  const { exchanges } = subject.history;
  for (const { file } of requestedBy(exchange)) {
    const sender = file && exchanges[file.exchange];
    const sent = sender && filesOf(sender)[file.position];
    if (!sent) continue;
    const own = creationOf(sender, subject);
    const found = exchanges
      .slice(0, sender.index)
      .find(
        (one) =>
          filesOf(one).some(({ sha256 }) => sha256 === sent.sha256) &&
          succeeded(one) &&
          creationOf(one, subject) !== own,
      );
    if (found) return found;
  }
  return undefined;
}

/** The index of the exchange that created the trace of an action. */
const creationOf = (one: Exchange, subject: Case): number | undefined =>
  one.intent.kind === "create" ? one.index : subject.traceOf(one)?.created.exchange.index;

const filesOf = ({ intent }: Exchange) => (isAction(intent) ? intent.files : []);
