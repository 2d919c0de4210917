/** Actions of a workflow that are refused for what they bring, or for what came earlier. */
import { describe, expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { requirementsIn } from "./support/blamed.ts";
import { contextOf, type Choices } from "./support/choices.ts";
import { faces } from "../../spec/operations.ts";
import { Story } from "./support/history.ts";
import { failuresIn, told } from "./support/kill.ts";

test("a creation with the data of another is refused where each must bring texts of its own, and no other is", () => {
  const twice = (serial: string) => (story: Story) => {
    story.create({ members: { serial: "AB 1" } });
    story.create({ members: { serial } }, { face: "legacy", refused: true });
  };
  const blamed = new Set(["CREATE-04", "CREATE-05", "REFUSE-03"]);
  expect(requirementsIn({ ownTexts: true }, twice("AB 1"))).toEqual(new Set());
  expect(requirementsIn({ ownTexts: true }, twice("AB 2"))).toEqual(blamed);
  expect(requirementsIn({}, twice("AB 1"))).toEqual(blamed);
});

test("an appended action with the data of another is refused where each must bring texts of its own, and no other is", () => {
  const twice = (serial: string) => (story: Story) => {
    const trace = story.create({ members: { serial: "AB 0" } });
    story.act(trace, { members: { serial: "AB 1" } });
    story.act(trace, { members: { serial } }, { refused: true });
  };
  expect(requirementsIn({ ownTexts: true }, twice("AB 1"))).toEqual(new Set());
  expect(requirementsIn({ ownTexts: true }, twice("AB 2"))).toContain("ACT-03");
  expect(requirementsIn({}, twice("AB 1"))).toContain("ACT-03");
});

test("one code of another is enough, and so is one of the examples; a text of another is not", () => {
  const text = { type: "string" };
  const targetWith = (target: JudgingTarget, examples: readonly JsonObject[]): JudgingTarget => ({
    ...target,
    workflows: target.workflows.map((workflow) => ({
      ...workflow,
      actions: workflow.actions.map((action) => ({
        ...action,
        dataSchema: { type: "object", properties: { serial: text, city: text } },
        examples,
      })),
    })),
  });
  const blamed = (serial: string, examples: readonly JsonObject[] = []): boolean => {
    const { history, story } = told({
      choices: { ownTexts: true },
      tell: (story) => {
        story.create({ members: { serial: "AB-1", city: "Graz" } });
        story.create({ members: { serial, city: "Graz" } }, { face: "legacy", refused: true });
      },
    });
    const { profile, target } = contextOf(story.choices);
    const subject = new Case(history, { profile, target: targetWith(target, examples) });
    return judge(subject).judgements.some(({ outcome }) => outcome === "failed");
  };
  expect(blamed("AB-1")).toBe(false);
  expect(blamed("AB-2")).toBe(true);
  expect(blamed("AB-2", [{ serial: "AB-2", city: "Linz" }])).toBe(false);
  expect(blamed("AB-3", [{ serial: "AB-2", city: "Graz" }])).toBe(true);
});

describe("where content is taken once", () => {
  const data = { very: "same" };
  const again = (story: Story): void => {
    const trace = story.create();
    story.act(trace, { data });
    story.act(trace, { data }, { refused: true });
  };
  const elsewhere = (story: Story): void => {
    story.act(story.create(), { data });
    story.act(story.create(), { data }, { refused: true });
  };
  const other = (story: Story): void => {
    const trace = story.create();
    story.act(trace, { data });
    story.act(trace, { data: { another: 1 } }, { refused: true });
  };

  test("the same data may be what comes again whatever files they bring; without data the files are what comes", () => {
    const withFiles = (brought: JsonObject) => (story: Story) => {
      const trace = story.create();
      story.act(trace, { data: brought, files: ["a"] });
      story.act(trace, { data: brought, files: ["b"] }, { refused: true });
    };
    expect(requirementsIn({ duplicates: "trace" }, withFiles(data))).toEqual(new Set());
    expect(requirementsIn({ duplicates: "trace" }, withFiles({}))).toContain("ACT-03");
  });

  test("what comes again may be refused, on the same trace or on any", () => {
    expect(requirementsIn({ duplicates: "trace" }, again)).toEqual(new Set());
    expect(requirementsIn({ duplicates: "workflow" }, elsewhere)).toEqual(new Set());
  });

  test("what is new may not", () => {
    expect(requirementsIn({ duplicates: "trace" }, elsewhere)).toContain("ACT-03");
    expect(requirementsIn({ duplicates: "workflow" }, other)).toContain("ACT-03");
    expect(requirementsIn({}, again)).toContain("ACT-03");
  });
});

describe.each(["ordered", "listed"] as const)("where content decides, and what may come is %s", (gating) => {
  const refusedWith =
    (files: number, options: { readonly face?: "legacy" } = {}) =>
    (story: Story): void => {
      const trace = story.create();
      story.state(trace);
      story.act(trace, { data: { sum: 500 }, files: files > 0 ? ["plan"] : [] }, { refused: true, ...options });
    };
  /** The same content after the same, through one face and then through the other. */
  const unlike = (first: "refused" | "taken") => (story: Story) => {
    for (const face of ["v2", "legacy"] as const) {
      const trace = story.create();
      story.act(trace, { data: { sum: 600 } });
      story.act(trace, { data: { sum: 500 } }, { face, refused: (face === "v2") === (first === "refused") });
    }
  };

  test("an action may be refused for its data", () => {
    expect(requirementsIn({ gating, byContent: "data" }, refusedWith(0))).toEqual(new Set());
    expect(requirementsIn({ gating }, refusedWith(0))).toContain("ACT-03");
  });

  test("or for its files, and then only with them", () => {
    expect(requirementsIn({ gating, byContent: "with-files" }, refusedWith(1))).toEqual(new Set());
    expect(requirementsIn({ gating, byContent: "with-files" }, refusedWith(0))).toContain("ACT-03");
    expect(requirementsIn({ gating, byContent: "without-files" }, refusedWith(0))).toEqual(new Set());
    expect(requirementsIn({ gating, byContent: "without-files" }, refusedWith(1))).toContain("ACT-03");
  });

  test("but not what the other face takes later, after the same", () => {
    expect(requirementsIn({ gating, byContent: "data" }, unlike("refused"))).toContain("ACT-03");
  });

  test("what was under way at the same time may have used it up", () => {
    const tell = (story: Story): void => {
      const both = story.create();
      story.together(() => {
        story.act(both, { data: { sum: 500 } });
        story.act(both, { data: { sum: 500 } }, { face: "legacy", refused: true });
      });
      story.act(story.create(), { data: { sum: 500 } });
    };
    expect(requirementsIn({ gating, byContent: "data" }, tell)).toEqual(new Set());
    expect(requirementsIn({ gating }, tell)).toContain("ACT-04");
  });

  test("or for what nobody knows, by whatever status, and then not where the other face takes the same", () => {
    const refusal = { status: 403, v2: { error: { code: 403 }, data: null }, legacy: { message: "forbidden" } };
    expect(requirementsIn({ gating, refusal, byContent: "unknown" }, refusedWith(0))).toEqual(new Set());
    expect(requirementsIn({ gating, refusal, byContent: "data" }, refusedWith(0))).toContain("ACT-03");
    expect(requirementsIn({ gating, refusal, byContent: "unknown" }, unlike("refused"))).toContain("ACT-03");
  });

  test("what was taken first may have used up what there was", () => {
    expect(requirementsIn({ gating, byContent: "data" }, unlike("taken"))).toEqual(new Set());
  });
});

test("an action with a form, refused with other data than the other face takes, may be refused for its data; the same data may not", () => {
  /** The process takes no more: v2 refuses one more action, and legacy takes one with these data, or refuses it as well. */
  const judged = (second: JsonObject, dataSchema?: JsonObject, refused = false) => {
    const choices: Partial<Choices> = { gating: "ordered", mostActions: 2 };
    const { history, story } = told({
      choices,
      tell: (one) => {
        const trace = one.create();
        one.act(trace, { data: { item: 0 } });
        one.act(trace, { data: { item: 1 } }, { refused: true });
        one.act(trace, { data: second }, { face: "legacy", refused });
      },
    });
    const { target, ...profile } = contextOf(story.choices);
    const formed = target.workflows.map((workflow) => ({
      ...workflow,
      actions: workflow.actions.map((action) => ({ ...action, ...(dataSchema ? { dataSchema } : {}) })),
    }));
    return judge(new Case(history, { ...profile, target: { ...target, workflows: formed } })).judgements;
  };
  const blamed = (second: JsonObject, dataSchema?: JsonObject): readonly string[] =>
    failuresIn(judged(second, dataSchema)).map((text) => text.split(" ", 1)[0] ?? "");
  const form = { type: "object", properties: { item: { type: "integer" } } };
  expect(blamed({ item: 2 }, form)).not.toContain("GATE-02");
  expect(blamed({ item: 1 }, form)).toContain("GATE-02");
  expect(blamed({ item: 2 })).toContain("GATE-02");
  // Refusals are compared whatever the data: that both faces refuse is judged, too.
  const ofBoth = judged({ item: 2 }, form, true).filter(({ requirement }) => requirement === "GATE-02");
  expect(ofBoth.map(({ outcome }) => outcome)).toEqual(["passed"]);
});

test("an action that the list names is refused for its content, and not in the words in which unlisted ones are", () => {
  const tell = (story: Story): void => {
    const trace = story.create();
    story.state(trace);
    story.act(trace, { data: { sum: 500 } }, { refused: true });
  };
  const choices = { gating: "listed", byContent: "data" } as const;
  expect(requirementsIn({ ...choices, unlistedWords: ['# {"error":"not now"}'] }, tell)).toEqual(new Set());
  expect(requirementsIn({ ...choices, unlistedWords: ['# {"error":{"code":#},"data":null}'] }, tell)).toContain(
    "ACT-03",
  );
});

test("where the data decide, one that may not come after some says nothing of others at the same time", () => {
  const judged = (more: object): readonly string[] => {
    const story = new Story({ gating: "listed", mostActions: 3 });
    const first = story.create();
    for (const refused of [false, false, true]) {
      story.act(first, {}, { refused });
      story.state(first);
    }
    const raced = story.create();
    story.act(raced);
    story.together(() => {
      for (const face of faces) story.act(raced, { members: { through: face } }, { face });
    });
    const { value } = story.profile.readings["action-gating"] ?? {};
    const rules = { workflows: { "2041": { mostActions: 3 } }, byData: ["2041"], ...more };
    const reading = { value: { ...value, ...rules }, evidence: "" } as (typeof story.profile.readings)["action-gating"];
    const profile = { readings: { ...story.profile.readings, ...(reading ? { "action-gating": reading } : {}) } };
    const { judgements } = judge(new Case(story.history(), { profile, target: story.target }));
    return judgements.filter(({ outcome }) => outcome === "failed").map(({ requirement }) => requirement);
  };
  expect(judged({})).toContain("GATE-03");
  expect(judged({ byContent: { "2041": { open: "data" } } })).toEqual([]);
});
