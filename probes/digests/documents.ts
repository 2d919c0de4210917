/** The links and states in which digests may stand, each with the files that its actions brought. */
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { plainPages } from "../seen/pages.ts";
import { seenStates } from "../seen/states.ts";

export interface DigestDocument {
  readonly where: "links" | "state";
  readonly traceId: string;
  readonly document: Json;
  /** Files of the trace so far; empty for a trace that was found, not written. */
  readonly files: readonly SentFile[];
}

export function digestDocuments({
  fixture,
  histories,
}: Pick<ProbeContext, "fixture" | "histories">): readonly DigestDocument[] {
  const exchanges = inOrder(histories());
  const traces = new Map(fixture.traces.map((trace) => [trace.traceId, trace]));
  const links = plainPages(exchanges).flatMap(({ traceId, links }) => {
    const files = traces.get(traceId)?.actions.flatMap((action) => action.files) ?? [];
    return links.map((document): DigestDocument => ({ where: "links", traceId, document, files }));
  });
  const states = seenStates(exchanges).map(({ traceId, state, actions }): DigestDocument => {
    return { where: "state", traceId, document: state, files: actions.flatMap((action) => action.files) };
  });
  return [...links, ...states].filter(({ traceId }) => traces.has(traceId));
}

/** Names that files and actions brought with them: keys of this kind are different in every document. */
export function sentNames({ fixture }: Pick<ProbeContext, "fixture">): ReadonlySet<string> {
  const actions = fixture.traces.flatMap((trace) => trace.actions);
  const files = actions.flatMap((action) => action.files);
  return new Set([
    ...files.flatMap(({ partName, fileName }) => [partName, fileName ?? ""]),
    ...actions.flatMap(({ actionKey, groupLabel }) => [actionKey, groupLabel]),
  ]);
}
