/** Links to the reports of runs: as somebody gave them, and as a page of the site can show them. */
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { statSync } from "node:fs";
import type { Results } from "../../reports/index.ts";
import type { PastRun } from "../../reports/history/index.ts";
import { markerIn } from "../engine/saved/folder-marker.ts";
import { UsageError } from "../usage-error.ts";

const example = "https://reports.example/{date}/{environment}/report.html";

/** The link of a run: `{environment}`, `{runId}` and `{date}` stand for those of the run. */
export function filledIn(template: string, { environment, runId, startedAt }: Results): string {
  const values: Readonly<Record<string, string>> = {
    environment: environment.name,
    runId,
    date: new Date(startedAt).toISOString().slice(0, 10),
  };
  return template.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? "").replaceAll("%2F", "_") : place,
  );
}

/**
 * Refuses what no page may lead to, before anything is added.
 * @throws UsageError for anything but http, https and paths; for a name and a password in it, which would be published
 */
export function checkTemplate(template: string): void {
  const complaint = (why: string): UsageError =>
    new UsageError(`--report: wanted an address or a path such as ${example}; ${why}`);
  const unknown = [...template.matchAll(/\{(\w*)\}/g)]
    .map(([place]) => place)
    .filter((place) => !places.includes(place));
  if (unknown.length > 0)
    throw complaint(`${unknown.join(", ")} stands for nothing; the places are ${places.join(", ")}`);
  if (isPath(template)) return;
  const address = URL.canParse(template) ? new URL(template) : undefined;
  if (!address || !["http:", "https:"].includes(address.protocol)) throw complaint("what was given is neither");
  if (address.username !== "" || address.password !== "") throw complaint("leave out user and password");
}

const places = ["{environment}", "{runId}", "{date}"];

/**
 * Where a page in `folder` finds the report of a run, or undefined where it finds none: an address as it was given, a
 * path below the site's folder, or a report on this machine, as long as its folder still holds that run.
 */
export function linkFrom(folder: string, { report, runId }: PastRun): string | undefined {
  if (report === undefined) return undefined;
  if (!report.startsWith("file:")) return /^https?:/.test(report) || isPath(report) ? report : undefined;
  const file = fileURLToPath(report);
  return holdsRun(dirname(file), runId) && statSync(file, { throwIfNoEntry: false })
    ? relative(folder, file).split(sep).map(encodeURIComponent).join("/")
    : undefined;
}

/** A folder that a later run has taken over would show that one. */
function holdsRun(folder: string, runId: string): boolean {
  try {
    return markerIn(join(folder))?.runId === runId;
  } catch {
    return false;
  }
}

/** No scheme, no host, no back-slash, which browsers take for a slash. */
function isPath(text: string): boolean {
  return !/^\s*[a-z][\w+.-]*:/i.test(text) && !/^\s*[/\\]{2}|[\\\p{Cc}]/u.test(text) && text.trim() !== "";
}
