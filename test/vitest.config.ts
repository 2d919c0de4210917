/** The tests of the suite itself, as one vitest project per tier; `npm test` runs unit, and rooms and system as one. */
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { countReporter } from "./lib/count-reporter.ts";
import { LongestFirst } from "./lib/longest-first.ts";
import { ofToday } from "./lib/of-today.ts";
import { filesOf, type Tier } from "./tiers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

// Workers keep what Node made of the sources where the command keeps it, too (`bin/trace-conformance.js`).
process.env["NODE_COMPILE_CACHE"] ??= `${root}node_modules/.cache/compiled`;

type Options = TestProjectInlineConfiguration["test"];

/** The unit tests run before the others, which have another number of workers. */
function tier(name: Tier | readonly Tier[], options: Options = {}): TestProjectInlineConfiguration {
  const tiers = [name].flat();
  const sequence = { groupOrder: tiers.includes("unit") ? 1 : 2 };
  return { extends: true, test: { name: tiers.join("+"), ...filesOf(...tiers), sequence, ...options } };
}

/** The files of the long tier, a ninth of them where only those of today are wanted. */
function longFiles(): string[] {
  const { include, exclude } = filesOf("long");
  return [...ofToday(globSync(include, { cwd: root, exclude }).toSorted(), 9)];
}

export default defineConfig({
  test: {
    root,
    projects: [
      // Pure functions: nothing is left behind in a module that another file could meet, and nothing waits.
      tier("unit", { pool: "threads", isolate: false, maxWorkers: 2 }),
      // A process keeps its modules and its database from file to file.
      tier("rooms", { isolate: false }),
      tier("system", { isolate: false }),
      // `npm test`: both, in the same processes.
      tier(["rooms", "system"], { isolate: false }),
      tier("long", { isolate: false, include: longFiles() }),
    ],
    reporters: ["default", countReporter],
    tags: [
      {
        name: "timing",
        description: "Depends on the clock, so a busy machine may break it once; a defect breaks it every time.",
        retry: 2,
      },
    ],
    globalSetup: ["test/lib/temporary-folder.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A third of the time is waiting: for limits, lags and time-outs.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false },
  },
});
