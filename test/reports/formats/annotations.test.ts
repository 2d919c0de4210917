import { describe, expect, test } from "vitest";
import { exitCodeOf, formatByName } from "../../../reports/index.ts";
import { hostileResults } from "../samples.ts";
import { testColours } from "./colours.ts";

testColours("annotations", (text, results) =>
  !/^::(error|notice)/m.test(text) ? "green" : exitCodeOf(results) === 1 && text.includes("::error") ? "red" : "open",
);

describe("annotations", () => {
  test("are one workflow command per line, and target text adds none", () => {
    const lines = formatByName("annotations").render(hostileResults()).trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    const [ofRun, ...ofRequirements] = lines.toReversed();
    for (const line of ofRequirements)
      expect(line).toMatch(/^::error file=spec\/openapi\.yaml,line=\d+,title=[A-Z]+-\d+ failed::/);
    expect(ofRun).toMatch(/^::error title=The suite itself made no error::/);
  });
});
