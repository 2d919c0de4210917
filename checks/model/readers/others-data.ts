/** Whether a read may lack data of other users. */
import { dataOfLink, showsNoData } from "../../../spec/readings/link-data.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { getOwn, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { keptFrom, keptShown, showsTheRest } from "./kept-members.ts";
import { actionOfLink, type PageOfLinks } from "../links/links.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

/** True where the target is known to hide such data, and another user may have acted on the trace. */
export function mayHideOthers(trace: ModelTrace, read: Exchange, subject: Case): boolean {
  if (subject.observed("others-data")?.hidden !== true) return false;
  return ofOthers(trace, read).length > 0;
}

function ofOthers({ actions, indeterminate }: ModelTrace, read: Exchange): readonly ModelAction[] {
  const reader = senderOf(read);
  return [...actions, ...indeterminate].filter(
    ({ exchange }) => senderOf(exchange) !== reader && exchange.sentAtMs < read.receivedAtMs,
  );
}

/** Keys of actions whose links are known to hide their data from other users. */
export function withheldKeys(trace: ModelTrace, subject: Case): readonly string[] {
  return getOwn(subject.observed("others-data")?.withheld, subject.workflowOf(trace)?.id) ?? [];
}

/**
 * Additional members of a link that say which of its data are shown: both faces must hide the same, though their links
 * may differ otherwise.
 */
export function whetherShown(link: Json, trace: ModelTrace, subject: Case): JsonObject {
  const reading = subject.observed("link-data");
  if (!reading) return {};
  const action = subject.observed("others-data")?.links && actionOfLink(link, trace, subject);
  const members = action ? keptShown(action, dataOfLink(link, reading), trace, subject) : [];
  return {
    ...(withheldKeys(trace, subject).length > 0 ? { "(data)": showsNoData(link, reading) ? "none" : "shown" } : {}),
    ...(members.length > 0 ? { "(members)": members } : {}),
  };
}

interface ReadPage {
  readonly trace: ModelTrace;
  readonly read: Exchange;
  readonly page: PageOfLinks;
  readonly actions: readonly (ModelAction | undefined)[];
}

/**
 * The positions of links on a page that hide their data from the reader: without data, and no more of them than such
 * actions without another link. The reader's own data are never hidden.
 */
export function withheldLinks({ trace, read, page, actions }: ReadPage, subject: Case): ReadonlySet<number> {
  const keys = withheldKeys(trace, subject);
  const reading = subject.observed("link-data");
  if (!reading) return new Set();
  const unseen = ofOthers(trace, read).filter((action) => action.marker !== undefined && !actions.includes(action));
  const kept = unseen.filter(({ actionKey }) => keys.includes(actionKey));
  const places = page.links.flatMap((link, at) =>
    kept.length > 0 && actions[at] === undefined && showsNoData(link, reading) ? [at] : [],
  );
  const without = new Set(places.slice(0, kept.length));
  // Of other actions only the marker may be hidden.
  const partly = new Set(unseen.filter((action) => !kept.includes(action)));
  for (const [at, link] of page.links.entries()) {
    if (actions[at] !== undefined || partly.size === 0) continue;
    const shown = dataOfLink(link, reading);
    const its = [...partly].find((action) =>
      showsTheRest(shown, action, keptFrom(action, trace, read, "links", subject)),
    );
    if (its && partly.delete(its)) without.add(at);
  }
  return without;
}
