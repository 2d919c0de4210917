/** Evidence is by the suite's own rules alone: what extensions judged cannot be certified, and does not verify. */
import { expect, test } from "vitest";
import { refusals } from "../../reports/evidence/index.ts";
import type { NamedExtension, Results } from "../../reports/index.ts";
import { failingResults } from "../reports/samples.ts";

function resultsWith(extensions: readonly NamedExtension[], ids: readonly string[]): Results {
  const results = failingResults();
  const [first] = results.requirements;
  if (!first) throw new Error("the sample has requirements");
  return {
    ...results,
    requirements: [first, ...ids.map((id) => ({ ...first, id }))],
    ...(extensions.length > 0 ? { extensions } : {}),
  };
}
const told = (results: Results): string =>
  refusals(results)
    .filter((one) => one.includes("extensions"))
    .join("\n");

test.each<[string, readonly NamedExtension[], readonly string[], string]>([
  ["none", [], [], ""],
  [
    "a module",
    [{ name: "team", kind: "module", file: "team.ts", sha256: "0".repeat(64) }],
    ["X-TEAM-01"],
    "extensions: team (team.ts); certify a run without them",
  ],
  ["one that added no requirement", [{ name: "team", kind: "module" }], [], "extensions: team; certify"],
  ["one that nothing names", [], ["X-TEAM-01"], "requirements of extensions: X-TEAM-01; certify"],
  ["an OpenAPI document, which is no code", [{ name: "description", kind: "document" }], ["X-DESCRIPTION-01"], ""],
  ["one under the name of a document", [], ["X-DESCRIPTION-01"], "requirements of extensions: X-DESCRIPTION-01"],
  [
    "one beside a document",
    [{ name: "description", kind: "document" }],
    ["X-DESCRIPTION-01", "X-TEAM-01"],
    "requirements of extensions: X-TEAM-01",
  ],
])("%s", (_, extensions, ids, wanted) => {
  const said = told(resultsWith(extensions, ids));
  if (wanted === "") expect(said).toBe("");
  else expect(said).toContain(wanted);
});
