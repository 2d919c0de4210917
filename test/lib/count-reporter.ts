/** The end of `npm test`: the tests that had to be tried again, then `N passed, N failed` for whoever reads only that. */
import type { Reporter, TestCase, TestModule } from "vitest/node";

export const countReporter: Reporter = {
  onTestCaseResult(test) {
    for (const { state, errors = [] } of triedAgain(test) ? test.attempts() : [])
      if (state === "failed") tell(`tried again: ${nameOf(test)}: ${errors[0]?.message.split("\n")[0] ?? "no error"}`);
  },
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module: TestModule) => module.errors().length > 0).length + errors.length;
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const again = tests.filter(triedAgain);
    if (again.length > 0) tell(`\nTried again, because a clock decides them:\n${again.map(nameOf).join("\n")}\n`);
    tell(`${count("passed")} passed, ${count("failed") + broken} failed`);
  },
};

const tell = (line: string): unknown => process.stdout.write(`${line}\n`);
const nameOf = ({ module, fullName }: TestCase): string => `${module.relativeModuleId} > ${fullName}`;
const triedAgain = (test: TestCase): boolean => (test.diagnostic()?.retryCount ?? 0) > 0;
