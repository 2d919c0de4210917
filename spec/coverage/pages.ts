import { readFileSync } from "node:fs";
import { claims } from "./claims.ts";
import { coveragePage } from "./coverage-page.ts";
import { cover, type Coverage } from "./cover.ts";
import { openPointsPage } from "./open-points-page.ts";
import { requirementsPage } from "./requirements-page.ts";

const interfaceFile = new URL("../interface.md", import.meta.url);

/** The claims laid over the interface as it stands in this repository. */
export function ownCoverage(): Coverage {
  return cover(readFileSync(interfaceFile, "utf8"), claims);
}

/** The generated pages, by their file name in `docs/generated/`. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ["coverage.md", coveragePage(ownCoverage().statements)],
    ["requirements.md", requirementsPage()],
    ["open-points.md", openPointsPage()],
  ]);
}
