/** The vitest configuration of the suites, the same for `npx vitest run` in the repository and for the command line. */
import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vitest/node";

/** The folder above `suites/`: the repository, or `dist` of the built package. */
export const suitesRoot = fileURLToPath(new URL("../../../", import.meta.url));
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/**
 * One worker thread, modules kept from file to file: the client's connections, the compiled validators and the session
 * are made once. Tests are concurrent and only wait for their script, so nothing but the session bounds how many run at
 * once, and no time limit but the session's own applies.
 */
export function suiteConfig(): InlineConfig {
  return {
    root: suitesRoot,
    include: [`suites/*/*.suite.${extension}`],
    // The default leaves out node_modules, which is where an installed package stands.
    exclude: [],
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    maxConcurrency: 1_000_000,
    testTimeout: 0,
    hookTimeout: 0,
    watch: false,
    // Node runs the files as they are; no transformation, no second module graph.
    experimental: { viteModuleRunner: false },
  };
}

/** `suites/engine/vitest/<name>` as a path, in the sources or built. */
export function engineModule(name: string): string {
  return fileURLToPath(new URL(`./${name}.${extension}`, import.meta.url));
}
