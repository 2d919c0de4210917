/** `npm test`: the tests of the suite itself. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { countReporter } from "./lib/count-reporter.ts";
import { LongestFirst } from "./lib/longest-first.ts";

export default defineConfig({
  test: {
    root: fileURLToPath(new URL("..", import.meta.url)),
    include: ["**/*.test.ts"],
    exclude: ["node_modules", "dist", "examples"],
    reporters: ["default", countReporter],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests of time limits, signals and races may lose to a busy machine once; a defect fails every time.
    retry: process.env["CI"] ? 2 : 0,
    // A third of the time is waiting: for limits, lags and time-outs.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false },
  },
});
