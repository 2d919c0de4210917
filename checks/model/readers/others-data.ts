/** Whether a read may leave out what other users than its reader sent. */
import { dataOfLink, showsNoData } from "../../../spec/readings/link-data.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { getOwn, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { keptFrom, keptShown, showsTheRest } from "./kept-members.ts";
import { actionOfLink, type PageOfLinks } from "../links/links.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

/** True where the target was seen to hide such data, and somebody else than the reader may have acted on the trace. */
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

/** Keys of actions of which the target was seen to show who did not send them a link without data. */
export function withheldKeys(trace: ModelTrace, subject: Case): readonly string[] {
  return getOwn(subject.observed("others-data")?.withheld, subject.workflowOf(trace)?.id) ?? [];
}

/**
 * Whether a link shows data, as a member of its own: where readers are kept from some, they are through both faces, though
 * each face may have members of its own.
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
 * The links of a page, by their place, that stand for actions whose data the reader may not see: they show none, and there
 * are as many such actions that no other link shows. Data that who reads sent are never withheld.
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
  // Of others the marker alone may be kept.
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
