/** Every report format, once. */
import type { ReportFormat } from "./format.ts";
import { html } from "./html/html.ts";
import { annotations } from "./formats/annotations.ts";
import { badge } from "./formats/badge.ts";
import { ctrf } from "./formats/ctrf.ts";
import { har } from "./formats/har.ts";
import { intoto } from "./formats/intoto.ts";
import { json } from "./formats/json.ts";
import { junit } from "./formats/junit.ts";
import { markdown } from "./formats/markdown.ts";
import { openmetrics } from "./formats/openmetrics.ts";
import { sarif } from "./formats/sarif.ts";
import { terminal } from "./terminal/terminal.ts";

export const formats: readonly ReportFormat[] = [
  json,
  html,
  junit,
  terminal,
  ctrf,
  markdown,
  annotations,
  har,
  sarif,
  badge,
  openmetrics,
  intoto,
];

/** The format with this name. @throws RangeError that lists the valid names. */
export function formatByName(name: string): ReportFormat {
  const found = formats.find((format) => format.name === name);
  if (found) return found;
  throw new RangeError(
    `no report format "${name}"; the formats are ${formats.map((format) => format.name).join(", ")}`,
  );
}
