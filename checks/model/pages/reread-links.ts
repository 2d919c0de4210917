/** Links that are read again: a link must stay as it was first shown. */
import { sameJson } from "../../../spec/readings/equal.ts";
import { without } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { stableLink } from "../links/links.ts";
import { changingPlaces } from "../readers/kept-members.ts";
import { certainActions, listings } from "./listings.ts";
import { placedLinks } from "./placed-links.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface RereadLink {
  readonly read: Exchange;
  /** True where an action was appended since the link was first shown. */
  readonly grown: boolean;
  readonly finding: Finding | undefined;
}

interface SeenLink {
  readonly link: Json;
  readonly exchange: Exchange;
}

export function rereadLinks(subject: Case): readonly RereadLink[] {
  return [...reread(subject)];
}

function* reread(subject: Case): Iterable<RereadLink> {
  // Each face may have members of its own; EQUIV-02 compares what both show.
  const seen = { v2: new Map<ModelAction, SeenLink>(), legacy: new Map<ModelAction, SeenLink>() };
  for (const listing of subject.view(listings)) {
    const { trace, read, page } = listing;
    const actions = certainActions(listing, subject);
    // A link identified by position shows what was sent there.
    const placed = placedLinks(listing, subject).map((one) => (one?.difference ? undefined : one?.action));
    for (const [position, whole] of page.links.entries()) {
      const action = actions[position] ?? placed[position];
      if (!action) continue;
      // Members that the reader may see at one time and not at another are left out.
      const link = without(stableLink(whole, subject), changingPlaces(action, trace, read, subject));
      const before = seen[read.face].get(action);
      if (!before) {
        seen[read.face].set(action, { link, exchange: read });
        continue;
      }
      const message = `Link ${position} of ${nameOf(read)} is no longer what it was`;
      const finding = sameJson(before.link, link)
        ? undefined
        : { message, expected: before.link, actual: link, with: [before.exchange] };
      yield { read, grown: hasGrown(trace, before.exchange, read), finding };
      if (finding) break;
    }
  }
}

function hasGrown(trace: ModelTrace, earlier: Exchange, later: Exchange): boolean {
  return trace.actions.some(
    ({ exchange }) => exchange.sentAtMs > earlier.receivedAtMs && exchange.receivedAtMs <= later.sentAtMs,
  );
}
