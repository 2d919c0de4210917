/**
 * Open point `file-response`: content type and disposition of a single file, and whether a redirect leads to it, as the downloads of other probes showed.
 */
import type { Face } from "../../spec/operations.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { commonest } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { onePoint, unknown } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

export const fileResponse = onePoint("file-response", { needs: ["foreign-digest"] }, ({ fixture, histories }) => {
  const files = fixture.traces.flatMap(({ actions }) => actions.flatMap((action) => action.files));
  const contents = new Set(files.map(({ sha256 }) => sha256));
  const downloads = inOrder(histories()).flatMap((exchange) => {
    const { response, intent } = exchange;
    if (intent.kind !== "file" || !response || !succeeded(exchange)) return [];
    return [response];
  });
  // An answer that is none of the files sent counts only where there is nothing better.
  const ours = downloads.filter(({ sha256 }) => contents.has(sha256));
  const seen = (ours.length > 0 ? ours : downloads).map(({ headers, redirected }) => ({
    ...(redirected?.hops[0] ? { redirect: redirected.hops[0].status } : {}),
    contentType: headers["content-type"] ?? null,
    // The name of the file differs from download to download; how it is offered does not.
    disposition: headers["content-disposition"]?.split(";")[0]?.trim() ?? null,
  }));
  const common = commonest(seen);
  const archives = archiveTypes(inOrder(histories()));
  const value = common && { ...common, ...(Object.keys(archives).length > 0 ? { archives } : {}) };
  const evidence = `${countText(seen.length, "download")} of single files: ${value ? `${value.contentType ?? "no content type"}, ${value.disposition ?? "no disposition"}${value.redirect === undefined ? "" : `, behind a redirect of status ${String(value.redirect)}`}` : "none succeeded"}.`;
  return value ? { value, evidence } : unknown(evidence);
});

/** The content type of archives, by endpoint set. */
function archiveTypes(exchanges: readonly Exchange[]): { readonly [face in Face]?: string } {
  const types = (face: Face) =>
    commonest(
      exchanges.flatMap(({ face: through, response }) => {
        const type = response?.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
        return through === face && response?.zip && response.status < 300 && type ? [type] : [];
      }),
    );
  const [v2, legacy] = [types("v2"), types("legacy")];
  return { ...(v2 ? { v2 } : {}), ...(legacy ? { legacy } : {}) };
}
