import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countExchanges,
  combinedScripts,
  malformedSteps,
  pruneScript,
  reduceScript,
  sampled,
  scriptArbitrary,
  validateScript,
} from "../../generators/index.ts";
import { faces, operationKinds } from "../../spec/operations.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { generatorContextFor } from "./contexts.ts";

const context = generatorContextFor();

describe("generated scripts", () => {
  it("are valid and plain JSON", () => {
    fc.assert(
      fc.property(scriptArbitrary(context), (script) => {
        expect(validateScript(script)).toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("follow from the seed", () => {
    const texts = [1, 1, 2].map((seed) => JSON.stringify(sampled(scriptArbitrary(context), { seed, count: 20 })));
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  });

  it("use every operation, both faces, groups and both actors", () => {
    const steps = sampled(scriptArbitrary(context), { seed: 4, count: 200 }).flatMap((script) => placedSteps(script));
    const ops = new Set(steps.map(({ step }) => step.op));
    expect(ops).toEqual(new Set(["create", "act", "state", "details", "walk", "files", "file", "search", "workflows"]));
    expect(new Set(steps.map(({ step }) => step.face)).size).toBe(2);
    expect(steps.some(({ branch }) => branch !== undefined)).toBe(true);
    expect(steps.some(({ step }) => step.actor === "second")).toBe(true);
  });

  it("keep to what the context allows", () => {
    const narrow = generatorContextFor({ faces: ["v2"], secondUser: false, refused: ["data.null", "file.empty"] });
    for (const script of sampled(scriptArbitrary(narrow), { seed: 5, count: 100 }))
      for (const { step } of placedSteps(script)) {
        expect(step.face).toBe("v2");
        expect(step.actor).toBeUndefined();
        expect(step.traits ?? []).not.toContain("data.null");
        expect(step.traits ?? []).not.toContain("file.empty");
      }
  });

  it("shrink to the smallest script that still fails, which is valid", () => {
    const fails = (script: Script) =>
      placedSteps(script).some(({ step }) => step.op === "act" && step.face === "legacy" && "nfd" in step.data);
    const property = fc.property(scriptArbitrary(context), (script) => !fails(script));
    const details = fc.check(property, { seed: 6, numRuns: 500 });
    const smallest = details.counterexample?.[0];
    expect(smallest && validateScript(smallest)).toEqual([]);
    expect(smallest?.steps.map((step) => "op" in step && step.op)).toEqual(["create", "act"]);
    const data = smallest?.steps.flatMap((step) => ("data" in step ? Object.keys(step.data) : []));
    expect(data).toEqual(["tcRun", "tcMark", "tcRun", "tcMark", "nfd"]);
  });
});

describe("reduction", () => {
  it("gives valid scripts alone, and never the same again", () => {
    for (const script of [...sampled(scriptArbitrary(context), { seed: 7, count: 15 }), ...combinedScripts(context)]) {
      let seen = 0;
      for (const smaller of reduceScript(script)) {
        if (++seen > 40) break;
        expect(validateScript(smaller)).toEqual([]);
        expect(JSON.stringify(smaller)).not.toBe(JSON.stringify(script));
      }
      expect(seen).toBeGreaterThan(0);
    }
  });

  it("keeps data as the action's schema wants them, and the text that tells them apart", () => {
    const dataSchema = {
      type: "object",
      required: ["subject", "amount"],
      additionalProperties: false,
      properties: { subject: { type: "string" }, amount: { type: "integer" }, note: { type: "string" } },
    };
    const workflows = [
      { id: "1", actions: [{ key: "open", groupLabel: "", creates: true, appends: false, dataSchema }] },
    ];
    const data = { subject: "the marker", amount: 1, note: "free" };
    const script: Script = {
      id: "x",
      title: "x",
      steps: [
        { op: "create", face: "v2", as: "t", data, markerAt: ["subject"] },
        { op: "state", face: "v2", trace: "$t" },
      ],
    };
    const smaller = [...reduceScript(script, workflows)].flatMap(({ steps }) => steps);
    const tried = smaller.flatMap((step) => ("data" in step ? [Object.keys(step.data).join(" ")] : []));
    expect(new Set(tried)).toEqual(new Set(["subject amount note", "subject amount"]));
  });

  it("comes to an end", () => {
    let script = sampled(scriptArbitrary(context), { seed: 8, count: 1 })[0];
    for (let rounds = 0; script && rounds < 500; rounds += 1) {
      const { value } = reduceScript(script).next();
      if (!value) return;
      script = value;
    }
    expect.unreachable("500 rounds were not enough");
  });
});

describe("combined scripts", () => {
  it("are valid, on either face alone too", () => {
    for (const script of [...combinedScripts(context), ...combinedScripts(generatorContextFor({ faces: ["legacy"] }))])
      expect(validateScript(script)).toEqual([]);
  });
});

describe("malformed requests", () => {
  it.each(operationKinds)("are valid steps of %s", (kind) => {
    for (const face of faces) {
      const bad = malformedSteps(kind, { face, trace: "$t", data: { tcMark: "m" } });
      const steps = [{ op: "create", face, as: "t", data: {} } as const, ...bad];
      expect(validateScript({ id: "x", title: "x", steps })).toEqual([]);
      expect(bad.length > 0 || face === "legacy").toBe(true);
    }
  });
});

describe("validation", () => {
  const script = (...steps: Script["steps"]): Script => ({ id: "x", title: "x", steps });

  it("finds what cannot be run", () => {
    const create = { op: "create", face: "v2", as: "t", data: {} } as const;
    expect(validateScript(script({ op: "state", face: "v2", trace: "$t" }))).toHaveLength(1);
    expect(validateScript(script(create, create))).toHaveLength(1);
    expect(validateScript(script(create, { op: "file", face: "legacy", trace: "$t", digest: "x" }))).toHaveLength(1);
    expect(validateScript(script(create, { op: "file", face: "v2", trace: "$t", digest: "$t.0" }))).toHaveLength(1);
    expect(validateScript(script({ parallel: [[create]] }))).toHaveLength(1);
    expect(validateScript(script({ parallel: [[create], [{ op: "state", face: "v2", trace: "$t" }]] }))).toHaveLength(
      1,
    );
    expect(validateScript(script())).toHaveLength(1);
    for (const digest of ["all:$t", "cut:$t.0"])
      expect(validateScript(script(create, { op: "file", face: "v2", trace: "$t", digest }))).toEqual([
        expect.stringMatching(/older format/),
      ]);
    for (const data of [{ at: new Date() }, { list: [undefined] }, { number: Number.NaN }, { number: -0 }])
      expect(validateScript(script({ ...create, data: data as never }))).toEqual(["it is not plain JSON"]);
    expect(validateScript(script({ ...create, data: { ["__proto__"]: [null, true, 0.5, ""] } }))).toEqual([]);
  });

  it("is kept by pruning", () => {
    const whole = sampled(scriptArbitrary(context), { seed: 9, count: 1 })[0] ?? script();
    const pruned = pruneScript(whole, (step) => step.op !== "act");
    expect(validateScript(pruned)).toEqual([]);
    expect(placedSteps(pruned).some(({ step }) => step.op === "act")).toBe(false);
  });
});

describe("counting", () => {
  it("knows the pages of walks and the links of traces", () => {
    const steps: Script["steps"] = [
      { op: "create", face: "v2", as: "t", data: {} },
      { op: "act", face: "v2", trace: "$t", data: {} },
      { op: "act", face: "v2", trace: "$t", data: {}, body: { kind: "empty" } },
      { op: "walk", face: "v2", trace: "$t", size: 1, direction: "forward", actAfterFirstPage: { data: {} } },
    ];
    expect(countExchanges({ steps })).toEqual({ exchanges: 3 + 1 + 3, traces: 1, actions: 2 });
  });
});
