/** `--format`: names of report formats. */
import { formats, type ReportFormat } from "../reports/index.ts";
import { didYouMean } from "../suites/did-you-mean.ts";
import { UsageError } from "../suites/usage-error.ts";

/** The formats with these names. @throws UsageError naming the nearest. */
export function namedFormats(names: readonly string[]): readonly ReportFormat[] {
  const known = formats.map((format) => format.name);
  return names.map((name) => {
    const found = formats.find((format) => format.name === name);
    if (!found)
      throw new UsageError(`no report format "${name}".${didYouMean(name, known)}\n  formats: ${known.join(", ")}`);
    return found;
  });
}
