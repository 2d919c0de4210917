/** Downloads of files that links or states showed and nobody sent: documents that a service makes. */
import { digestsAt } from "../../../spec/readings/digest.ts";
import { outcomeOf, payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import { isThrottled } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { pageOf } from "../links/links.ts";
import { traceKey } from "../world.ts";

export interface ShownFile {
  readonly digest: string;
  /** Every request for it through this operation by who was shown it, in order. */
  readonly asked: readonly Exchange[];
  /** What showed the digest. */
  readonly shownBy: Exchange;
}

/** Each digest that was shown and asked for, once for each operation. */
export function shownFiles(subject: Case): readonly ShownFile[] {
  const location = subject.observed("digest-location");
  if (!location || location.where === "computed") return [];
  const groups = Map.groupBy(
    subject.exchanges.filter((one) => digestIn(one) !== undefined),
    (exchange) => JSON.stringify([exchange.operationId, senderOf(exchange), traceOf(exchange), digestIn(exchange)]),
  );
  const { where, path, of } = location;
  return [...groups.values()].flatMap(([first, ...more]): readonly ShownFile[] => {
    const digest = first && digestIn(first);
    if (!first || digest === undefined) return [];
    const shows = (exchange: Exchange): boolean =>
      exchange.receivedAtMs <= first.sentAtMs &&
      senderOf(exchange) === senderOf(first) &&
      traceOf(exchange) === traceOf(first) &&
      documentsIn(exchange, where).some((one) => digestsAt(one, path, of).includes(digest));
    const shownBy = subject.exchanges.find(shows);
    return shownBy ? [{ digest, asked: [first, ...more], shownBy }] : [];
  });
}

/**
 * Whether a file that was shown is given out; undefined where that is not clear: a document may be written for a while,
 * so that one refusal is not enough, and a reader may be told of what only others may have.
 */
export function isGivenOut({ asked }: ShownFile): boolean | undefined {
  const last = asked.at(-1);
  if (!last?.response || isThrottled(last)) return undefined;
  if (succeeded(last)) return true;
  const isForbidden = last.response.status === 401 || last.response.status === 403;
  return asked.length < 2 || isForbidden || outcomeOf(last) !== "refused" ? undefined : false;
}

/** The one digest that a request asks for because it was shown. */
function digestIn({ intent }: Exchange): string | undefined {
  const requested = intent.kind === "file" ? [intent.requested] : intent.kind === "files" ? intent.requested : [];
  const [only, ...others] = requested;
  return others.length === 0 && only?.shown === true ? only.digest : undefined;
}

const traceOf = ({ intent }: Exchange): string | undefined =>
  "traceId" in intent ? traceKey(intent.traceId) : undefined;

function documentsIn(exchange: Exchange, where: OpenPointValues["digest-location"]["where"]) {
  if (where === "links") return exchange.intent.kind === "details" ? (pageOf(exchange)?.links ?? []) : [];
  const state = exchange.intent.kind === "state" ? payloadMember(exchange, "state") : undefined;
  return state === undefined ? [] : [state];
}
