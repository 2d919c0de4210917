import { filePolicy } from "../../../../spec/readings/file-policy.ts";
import type { FilesWanted } from "../../../../spec/vocabulary/target.ts";

const short = { some: "with files alone", none: "without files alone", pdf: "with one PDF alone" };

/** The files that actions take, as a short text. */
export function filesText(files: Readonly<Record<string, FilesWanted>>): string {
  return Object.entries(files)
    .map(([key, wanted]) => `${key} ${typeof wanted === "string" ? short[wanted] : textOf(wanted)}`)
    .join(", ");
}

function textOf(wanted: FilesWanted): string {
  const { needed, least, most, types, genuine, namedBy } = filePolicy(wanted);
  const count =
    least !== undefined && least === most
      ? `just ${String(least)} files`
      : most === undefined
        ? "files"
        : most === 1
          ? "one file"
          : `${String(most)} files at most`;
  const kind = types ? ` by the name of ${types.join(" or ")}${genuine ? " that begin so" : ""}` : "";
  const named = namedBy === undefined ? "" : ` that its data name as ${namedBy}`;
  return `${needed ? "with" : "without or with"} ${count}${kind}${named} alone`;
}
