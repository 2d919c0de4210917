/** Traces that the service ended by itself, e.g. with the clock. */
import { valuesAt } from "../../../spec/readings/path.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { pageOf } from "../links/links.ts";
import { isOwnLink } from "../links/own-links.ts";
import type { ModelTrace } from "../world.ts";

/**
 * True where the last link of the trace is an own link of a kind that no action ever followed, and nothing was accepted
 * since the refusal.
 */
export function endedByItself(trace: ModelTrace, refused: Exchange, subject: Case): boolean {
  if (subject.observed("own-links")?.late !== true) return false;
  if (trace.actions.some(({ exchange }) => exchange.receivedAtMs > refused.sentAtMs)) return false;
  const followed = subject.view(followedKeys);
  return trace.reads.some((read) => {
    const { links, hasNext } = inTime(read, subject);
    const last = links.at(-1);
    return (
      last !== undefined && hasNext !== true && isOwnLink(last, trace, subject) && !followed.has(keyOf(last, subject))
    );
  });
}

/** Keys of own links that were followed by a link of an action. */
const followedKeys = (subject: Case): ReadonlySet<string> => {
  const keys = new Set<string>();
  for (const trace of subject.world.traces.values()) {
    for (const read of trace.reads) {
      const own = inTime(read, subject).links.map((link) => isOwnLink(link, trace, subject));
      inTime(read, subject).links.forEach((link, at) => {
        if (own[at] === true && own.indexOf(false, at) >= 0) keys.add(keyOf(link, subject));
      });
    }
  }
  return keys;
};

function keyOf(link: Json, subject: Case): string {
  return String(valuesAt(link, subject.observed("own-links")?.path ?? [])[0]);
}

/** The links of a page, the oldest first, and whether more follow. */
function inTime(
  read: Exchange,
  subject: Case,
): { readonly links: readonly Json[]; readonly hasNext?: boolean | undefined } {
  const page = pageOf(read);
  if (!page) return { links: [] };
  const newestFirst = subject.observed("link-order")?.order === "newest-first";
  return newestFirst
    ? { links: page.links.toReversed(), hasNext: page.hasPrevious }
    : { links: page.links, hasNext: page.hasNext };
}
