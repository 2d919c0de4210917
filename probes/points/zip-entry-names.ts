/** Open point `zip-entry-names`: what the entries of an archive are named after. */
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { traceDigests } from "../digests/trace-digests.ts";
import { entriesOf } from "../digests/zip-score.ts";
import { commonest } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { onePoint, unknown } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

type Names = OpenPointValues["zip-entry-names"]["names"];

export const zipEntryNames = onePoint("zip-entry-names", { needs: ["foreign-digest"] }, (context) => {
  const { fixture, histories } = context;
  const files = fixture.traces.flatMap(({ actions }) => actions.flatMap((action) => action.files));
  const bySha = new Map(files.map((file) => [file.sha256, file]));
  const digests = new Set(fixture.traces.flatMap((trace) => traceDigests(context, trace).map(({ digest }) => digest)));
  const entries = inOrder(histories()).flatMap((exchange) => entriesOf(exchange) ?? []);
  const kinds = entries.map(({ name, sha256 }) => kindOf(name, bySha.get(sha256), digests));
  const names = commonest(kinds);
  const evidence = names
    ? `${countText(entries.length, "entry").replace(/entrys$/, "entries")} of archives were named by ${names}.`
    : "No archive was seen.";
  return names ? { value: { names }, evidence } : unknown(evidence);
});

function kindOf(name: string, file: SentFile | undefined, digests: ReadonlySet<string>): Names {
  const stem = (text: string) => text.replace(/\.[^.]*$/, "");
  const last = name.split("/").at(-1) ?? name;
  if (file && last === file.fileName) return "file-name";
  if ([...digests].some((digest) => last.includes(digest) || name.includes(digest))) return "digest";
  if (file && stem(last) === file.partName) return "part-name";
  if (file?.fileName && last.includes(stem(file.fileName)) && !last.includes(file.partName)) return "file-name";
  return "other";
}
