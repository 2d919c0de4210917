/** Renders reports beside the results. */
import { formats, type RenderOptions, type Results } from "../../../reports/index.ts";
import { writeOwnFiles } from "./output-folder.ts";

/** Formats that are always written. */
export const usualFormats: readonly string[] = ["junit", "html"];

/** Writes the named reports, those that exist, into the folder; returns the names of their files. */
export function writeReports(
  folder: string,
  results: Results,
  names: readonly string[],
  options: RenderOptions = {},
): readonly string[] {
  const chosen = formats.filter((format) => names.includes(format.name) && format.fileName !== "results.json");
  writeOwnFiles(
    folder,
    chosen.map((format) => [format.fileName, () => format.render(results, options)] as const),
  );
  return ["results.json", ...chosen.map((format) => format.fileName)];
}
