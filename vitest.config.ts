/**
 * `npx vitest run`: the conformance suites, on the environment that `TRACE_CONFORMANCE_ENV` names.
 * `npx vitest run --project unit`: the tests of the suite itself; which projects there are is in `test/README.md`.
 */
import { defineConfig } from "vitest/config";
import ownTests from "./test/vitest.config.ts";

const choosesProject = process.argv.some((word) => word === "--project" || word.startsWith("--project="));

const suites = defineConfig({
  test: {
    include: ["suites/*/*.suite.ts"],
    globalSetup: ["suites/vitest/global-setup.ts"],
    // One worker thread that keeps its modules from file to file: the run is opened once. Tests are concurrent and only
    // wait for their scripts, so the run's own limits bound them, and no others.
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    maxConcurrency: 1_000_000,
    testTimeout: 0,
    hookTimeout: 0,
    // Node runs the files as they are; no transformation, no second module graph.
    experimental: { viteModuleRunner: false },
  },
});

export default choosesProject ? ownTests : suites;
