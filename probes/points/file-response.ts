/**
 * Open point `file-response`: content type and disposition of a single file, as the downloads of other probes showed.
 */
import { succeeded } from "../../spec/readings/outcome.ts";
import { commonest } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { unknown, type Probe } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

export const fileResponse: Probe = {
  id: "file-response",
  openPoints: ["file-response"],
  needs: ["foreign-digest"],
  writes: false,
  run({ fixture, histories }) {
    const files = fixture.traces.flatMap(({ actions }) => actions.flatMap((action) => action.files));
    const contents = new Set(files.map(({ sha256 }) => sha256));
    const downloads = inOrder(histories()).flatMap((exchange) => {
      const { response, intent } = exchange;
      if (intent.kind !== "file" || !response || !succeeded(exchange)) return [];
      return [response];
    });
    // An answer that is none of the files sent counts only where there is nothing better.
    const ours = downloads.filter(({ sha256 }) => contents.has(sha256));
    const seen = (ours.length > 0 ? ours : downloads).map(({ headers }) => ({
      contentType: headers["content-type"] ?? null,
      // The name of the file differs from download to download; how it is offered does not.
      disposition: headers["content-disposition"]?.split(";")[0]?.trim() ?? null,
    }));
    const value = commonest(seen);
    const evidence = `${countText(seen.length, "download")} of single files: ${value ? `${value.contentType ?? "no content type"}, ${value.disposition ?? "no disposition"}` : "none succeeded"}.`;
    return Promise.resolve({ "file-response": value ? { value, evidence } : unknown(evidence) });
  },
};
