/** The last line of `npm test`: `N passed, N failed`, for whoever reads only that. */
import type { Reporter, TestModule } from "vitest/node";

export const countReporter: Reporter = {
  onTestRunEnd(modules, errors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module: TestModule) => module.errors().length > 0).length + errors.length;
    const count = (state: string): number => states.filter((found) => found === state).length;
    process.stdout.write(`${count("passed")} passed, ${count("failed") + broken} failed\n`);
  },
};
