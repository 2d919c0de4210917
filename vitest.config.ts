/** `npx vitest run`: the conformance suites, on the environment that `TRACE_CONFORMANCE_ENV` names. */
import { defineConfig } from "vitest/config";
import { engineModule, suiteConfig } from "./suites/engine/vitest/config.ts";

export default defineConfig({
  test: { ...suiteConfig(), globalSetup: [engineModule("global-setup")] },
});
