/** What an extension may add, what is wrong with one, and that merge and recheck keep what it judged. */
import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { rules } from "../../checks/index.ts";
import { profileOfPins } from "../../driver/index.ts";
import { resultsProblems } from "../../reports/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { mergeRuns } from "../../suites/engine/judging/merge-runs.ts";
import type { CollectedRun } from "../../suites/engine/saved/collected-run.ts";
import { recheckRun } from "../../suites/engine/judging/recheck-run.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { select } from "../../suites/engine/plan/selection.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { defineExtension, type Extension } from "../../suites/extensions/extension.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { Parts } from "../../suites/extensions/parts.ts";
import { runCli } from "../cli/lib/run-cli.ts";
import { standIn } from "../suites/lib/stand-in.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "extend-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Judges every state that is read: red where `wanted` is not in the answer. */
function extension(wanted = "state"): Extension {
  return defineExtension({
    name: "team",
    requirements: [
      {
        id: "X-TEAM-01",
        level: "MUST",
        statement: "A state is an answer.",
        section: "our agreement",
        operations: ["v2TraceState", "legacyTraceState"],
      },
    ],
    rules: [
      {
        id: "state-is-an-answer",
        requirements: ["X-TEAM-01"],
        *judge({ history: { exchanges } }) {
          for (const { intent, response, index, operationId, face } of exchanges) {
            if (intent.kind !== "state" || response?.status !== 200) continue;
            const told = JSON.stringify(response.json?.value ?? null).includes(wanted);
            const base = { requirement: "X-TEAM-01", operationId, face, exchanges: [index] } as const;
            yield told ? { ...base, outcome: "passed" } : { ...base, outcome: "failed", message: "no answer" };
          }
        },
      },
    ],
  });
}

const team = ({ requirements }: { requirements: readonly { id: string; status: string }[] }): string | undefined =>
  requirements.find(({ id }) => id === "X-TEAM-01")?.status;

describe("a run with an extension", () => {
  test("judges, reports and gates its requirements like any other", { timeout: 120_000 }, async () => {
    const environment = await standIn("ledger");
    const common = { depth: "quick", seed: 5, only: ["STATE", "X-TEAM"] } as const;
    const green = await runSuite(environment, { ...common, extensions: [extension()] });
    expect(team(green)).toBe("passed");
    expect(green.extensions).toEqual([{ name: "team", kind: "module" }]);
    expect(resultsProblems(green)).toEqual([]);
    const red = await runSuite(environment, { ...common, extensions: [extension("no such text")] });
    expect(team(red)).toBe("failed");
    expect(red.verdict).toBe("non-conformant");
    expect(resultsProblems(red)).toEqual([]);
    const without = await runSuite(environment, { ...common, only: ["STATE"] });
    expect(team(without)).toBeUndefined();
  });

  test("is waived like any other", { timeout: 120_000 }, async () => {
    const waivers = [{ requirement: "X-TEAM-01", reason: "TICKET-1", expires: "2999-01-01" }];
    const environment = { ...(await standIn("ledger")), waivers };
    const options = { depth: "quick", seed: 5, only: ["X-TEAM"] } as const;
    const waived = await runSuite(environment, { ...options, extensions: [extension("no such text")] });
    expect(team(waived)).toBe("waived");
    await expect(runSuite(environment, options)).rejects.toThrow();
  });

  test("its shards are merged, and its histories judged again", { timeout: 120_000 }, async () => {
    const environment = await standIn("ledger");
    const extensions = [extension()];
    const folders = await Promise.all(
      [1, 2].map(async (index) => {
        const outputDir = folder();
        const shard = { index, count: 2 };
        await runSuite(environment, { depth: "quick", seed: 5, outputDir, shard, extensions });
        return outputDir;
      }),
    );
    expect(team(mergeRuns(folders).results)).toBe("passed");
    const [first = ""] = folders;
    const collected = JSON.parse(readFileSync(join(first, "collected.json"), "utf8")) as CollectedRun;
    const { results: before } = mergeRuns([first]);
    const again = await recheckRun(first, collected, before, new Parts([extension("no such text")]));
    expect(team(again.results)).toBe("failed");
    await expect(recheckRun(first, collected, before)).rejects.toThrow(/X-TEAM-01.*--extend/s);
  });
});

describe("scripts of an extension", () => {
  test("get the extension's name, and are refused where they are none", async () => {
    const environment = await standIn("ledger");
    const context = suiteContext(environment, profileOfPins({}), { runId: "r", depth: "quick", seed: 1 });
    const with_ = (scripts: Extension["scripts"]): Parts =>
      new Parts([{ name: "team", ...(scripts ? { scripts } : {}) }]);
    const found = with_(() => [{ id: "look", title: "Look", steps: [{ op: "workflows", face: "v2" }] }]).scripts(
      context,
    );
    expect(found.map(({ id }) => id)).toEqual(["own/team/look"]);
    const wrong = { id: "look", title: "Look", steps: [{ op: "state", face: "v2", trace: "$nowhere" }] } as const;
    expect(() => with_(() => [wrong]).scripts(context)).toThrow(/extension team: script look: /);
    expect(() => with_((() => "nothing") as never).scripts(context)).toThrow(/wanted a list of scripts/);
  });
});

describe("what is wrong with an extension is said", () => {
  const requirement = extension().requirements?.[0];
  const rule = extension().rules?.[0];
  test.each<[string, unknown, RegExp]>([
    ["no extension", "hello", /wanted an extension as the default export/],
    ["no name", { requirements: [] }, /name: wanted a name in kebab-case/],
    [
      "an id of the interface's",
      { name: "a", requirements: [{ ...requirement, id: "STATE-01" }] },
      /wanted an id such as X-ACME-01/,
    ],
    [
      "an unknown level",
      { name: "a", requirements: [{ ...requirement, level: "must" }] },
      /level: wanted one of MUST, SHOULD, MAY; got "must"/,
    ],
    [
      "an unknown operation",
      { name: "a", requirements: [{ ...requirement, operations: ["v2TraceStat"] }] },
      /Did you mean "v2TraceState"\?/,
    ],
    ["no rule", { name: "a", requirements: [requirement] }, /X-TEAM-01: no rule judges it/],
    [
      "a rule of what is not its own",
      { name: "a", requirements: [requirement], rules: [rule, { ...rule, id: "c", requirements: ["STATE-01"] }] },
      /"STATE-01" is no requirement of this extension/,
    ],
    [
      "the same id twice",
      { name: "a", requirements: [requirement, requirement], rules: [rule] },
      /X-TEAM-01: the id is given twice/,
    ],
  ])("%s", (_, value, message) => {
    expect(() => new Parts([value as Extension])).toThrow(message);
  });

  test("two extensions with the same id", () => {
    expect(() => new Parts([extension(), { ...extension(), name: "other" }])).toThrow(/used by two of them: X-TEAM-01/);
  });
});

describe("modules", () => {
  const text = `import { defineExtension, requirements } from "trace-conformance";
    export default defineExtension({ name: "loaded", scripts: () => [], size: requirements.length });`;

  test("a path, in TypeScript or JavaScript, that imports the public API by its name", async () => {
    const home = folder();
    for (const name of ["own.ts", "own.mjs"]) {
      writeFileSync(join(home, name), text);
      const parts = await loadParts({ extend: [join(home, name)] });
      expect(parts.extensions.map((loaded) => loaded.name)).toEqual(["loaded"]);
    }
  });

  test("are named in the results with the digest of their file", async () => {
    const home = folder();
    const file = join(home, "own.mjs");
    writeFileSync(file, text);
    const { named } = await loadParts({ extend: [file] }, [extension()]);
    expect(named).toEqual([
      { name: "team", kind: "module" },
      { name: "loaded", kind: "module", file: "own.mjs", sha256: hash("sha256", text) },
    ]);
  });

  test("a package beside the configuration", async () => {
    const home = folder();
    const own = join(home, "node_modules", "acme-rules");
    mkdirSync(own, { recursive: true });
    writeFileSync(
      join(own, "package.json"),
      JSON.stringify({ name: "acme-rules", type: "module", exports: { import: "./a.js" } }),
    );
    writeFileSync(join(own, "a.js"), text);
    const parts = await loadParts({ extend: ["acme-rules"], extendFrom: join(home, "trace-conformance.yaml") });
    expect(parts.named).toEqual([{ name: "loaded", kind: "module", file: "a.js", sha256: hash("sha256", text) }]);
  });

  test("one that is not there, or throws, or exports nothing", async () => {
    const home = folder();
    const extendFrom = join(home, "trace-conformance.yaml");
    await expect(loadParts({ extend: ["acme-absent"], extendFrom })).rejects.toThrow(
      /extend: acme-absent cannot be loaded/,
    );
    await expect(loadParts({ extend: [home] })).rejects.toThrow(/cannot be read: it is a folder/);
    writeFileSync(join(home, "throws.mjs"), "throw new Error('not today')");
    await expect(loadParts({ extend: [join(home, "throws.mjs")] })).rejects.toThrow(/not today/);
    writeFileSync(join(home, "empty.mjs"), "export const x = 1;");
    await expect(loadParts({ extend: [join(home, "empty.mjs")] })).rejects.toThrow(/got no default export/);
  });

  test("one that Node takes for CommonJS, with what helps", { timeout: 60_000 }, async () => {
    const home = folder();
    writeFileSync(join(home, "package.json"), '{ "type": "commonjs" }');
    writeFileSync(join(home, "acme.ts"), 'import { rule } from "trace-conformance";\nexport default rule;');
    const { code, stderr } = await runCli(["list", "--extend", "./acme.ts"], { cwd: home });
    expect(code).toBe(2);
    expect(stderr).toContain('makes it CommonJS: name the file .mts, or set "type": "module" there');
  });

  test("their areas and ids are words of --only", () => {
    const { requirements } = new Parts([extension()]);
    expect([...select(["x-team"], requirements).requirements]).toEqual(["X-TEAM-01"]);
    expect(() => select(["X-TEAN"], requirements)).toThrow(/Did you mean "X-TEAM"\?/);
  });
});

describe("the suite's own rules and requirements", () => {
  test.each<[string, () => unknown]>([
    ["a rule", () => rules[0]],
    ["the list of rules", () => rules],
    ["what a rule judges", () => rules[0]?.requirements],
    ["a requirement", () => requirements[0]],
    ["the list of requirements", () => requirements],
    ["the operations of a requirement", () => requirements[0]?.operations],
  ])("%s cannot be changed by an extension", (_, place) => {
    expect(Object.isFrozen(place())).toBe(true);
  });

  test(
    "judge as they did, whatever the rule of an extension does to what it is handed",
    { timeout: 120_000 },
    async () => {
      const environment = await standIn("ledger");
      const options = { depth: "quick", seed: 5, only: ["STATE", "X-TEAM"] } as const;
      const tampering = extension();
      const judge = function* ({ history, profile }: { history: object; profile: object }): Iterable<never> {
        for (const [name, value] of Object.entries({ ...history, ...profile }))
          expect(() => Object.assign(value as object, { tampered: name })).toThrow(TypeError);
        expect(() => Object.assign(profile, { readings: {} })).toThrow(TypeError);
        expect(() => Object.assign(rules[0] ?? {}, { judge: () => [] })).toThrow(TypeError);
        yield* [];
      };
      const [rule] = tampering.rules ?? [];
      if (!rule) throw new Error("the extension has a rule");
      const results = await runSuite(environment, {
        ...options,
        extensions: [{ ...tampering, rules: [{ ...rule, judge: judge as never }] }],
      });
      expect(results.errors ?? []).toEqual([]);
      expect(results.requirements.filter(({ status }) => status === "failed" || status === "error")).toEqual([]);
    },
  );
});
