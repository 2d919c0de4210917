/** Actions that name what an earlier one of their trace brought. */
import { describe, expect, test } from "vitest";
import { withReferences } from "../../generators/index.ts";
import { broughtBy, notMoreThanBrought } from "../../spec/data-schemas/brought-by.ts";
import type { JsonObject } from "../../spec/json.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { ActStep, Script, Step } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";

type Examples = Readonly<Record<string, readonly JsonObject[]>>;

const workflowOf = (examples: Examples, dataSchema?: JsonObject): readonly WorkflowDescription[] => [
  {
    id: "1",
    actions: Object.entries(examples).map(([key, given], at) => ({
      ...{ key, groupLabel: "all", creates: at === 0, appends: at > 0, examples: given },
      ...(at > 0 && dataSchema ? { dataSchema } : {}),
    })),
  },
];

const granted: Examples = {
  ask: [{ site: "old pit" }],
  grant: [{ permit: "GR/2026/117" }, { permit: "GR/2026/118" }],
  fire: [{ number: "GR/2026/117" }, { number: "GR/2026/118" }],
};

const create: Step = { op: "create", face: "v2", as: "t", workflow: 0, action: "ask", data: { site: "pit 4" } };
const act = (action: string, data: JsonObject, more: Partial<ActStep> = {}): Step => ({
  ...{ op: "act", face: "v2", trace: "$t", workflow: 0, action, data },
  ...more,
});
const script = (...steps: readonly Step[]): Script => ({ id: "s", title: "", steps });
const lastOf = (made: Script) => placedSteps(made).at(-1)?.step as ActStep;
const sent = (examples: Examples, ...steps: readonly Step[]) =>
  lastOf(withReferences(script(create, ...steps), workflowOf(examples)));

describe("where examples name the same", () => {
  test("an action names what an earlier one of its trace brought last", () => {
    const first = act("grant", { permit: "AB/1" });
    expect(sent(granted, first, act("fire", { number: "XY/9" })).data).toEqual({ number: "AB/1" });
    const again = act("grant", { permit: "AB/2" });
    expect(sent(granted, first, again, act("fire", { number: "XY/9" })).data).toEqual({ number: "AB/2" });
    expect(sent(granted, act("fire", { number: "XY/9" })).data).toEqual({ number: "XY/9" });
  });

  test("what could not be taken brought nothing, and what is wrong on purpose stays so", () => {
    const flawed = act("grant", { permit: "AB/1" }, { token: "none" });
    expect(sent(granted, flawed, act("fire", { number: "XY/9" })).data).toEqual({ number: "XY/9" });
    const wrong = act("fire", { number: "XY/9" }, { traits: [unfitTraits.form] });
    expect(sent(granted, act("grant", { permit: "AB/1" }), wrong).data).toEqual({ number: "XY/9" });
  });

  test("what stands for something that the service makes names nothing that was brought", () => {
    const made = workflowOf(granted).map((workflow) => ({ ...workflow, shownTexts: ["GR/2026/117"] }));
    const steps = script(create, act("grant", { permit: "AB/1" }), act("fire", { number: "GR/2026/117" }));
    expect(lastOf(withReferences(steps, made)).data).toEqual({ number: "GR/2026/117" });
  });

  test("what was taken so before stays so", () => {
    const grant = act("grant", { permit: "AB/1" });
    const fire = act("fire", { number: "AB/2" }, { asTaken: { number: "AB/2" } });
    expect(sent(granted, grant, fire).data).toEqual({ number: "AB/2" });
    expect(sent(granted, grant, act("fire", { number: "AB/2" })).data).toEqual({ number: "AB/1" });
  });

  test("on a trace that the script does not create, what is known of it counts", () => {
    const alone = script(act("fire", { number: "XY/9" }, { trace: "an-id" }));
    const known = withReferences(alone, workflowOf(granted), () => new Map([["grant", { permit: "AB/1" }]]));
    expect(lastOf(known).data).toEqual({ number: "AB/1" });
  });

  test("the form of the action is kept", () => {
    const dataSchema = { type: "object", properties: { number: { type: "string", pattern: "^XY" } } };
    const steps = [create, act("grant", { permit: "XY/1" }), act("fire", { number: "XY/9" })];
    expect(lastOf(withReferences(script(...steps), workflowOf(granted, dataSchema))).data).toEqual({ number: "XY/1" });
    const others = [create, act("fire", { number: "AB/1" }), act("grant", { permit: "AB/1" })];
    expect(lastOf(withReferences(script(...others), workflowOf(granted, dataSchema))).data).toEqual({ permit: "AB/1" });
  });

  test("what comes once more where it may not names what another such one brought", () => {
    const tried = { outOfOrder: true } as const;
    const steps = [
      act("grant", { permit: "AB/1" }),
      act("fire", { number: "XY/8" }),
      act("grant", { permit: "AB/2" }, tried),
    ];
    expect(sent(granted, ...steps, act("fire", { number: "XY/9" }, tried)).data).toEqual({ number: "AB/2" });
    expect(sent(granted, ...steps, act("fire", { number: "XY/9" })).data).toEqual({ number: "AB/1" });
  });

  test("a form that lists whole examples has those of another trace in their place", () => {
    const dataSchema = { type: "object", properties: { number: {} }, enum: [{ number: "XY/8" }, { number: "XY/9" }] };
    const steps = [create, act("grant", { permit: "AB/1" }), act("fire", { number: "XY/9" })];
    expect(lastOf(withReferences(script(...steps), workflowOf(granted, dataSchema))).data).toEqual({ number: "AB/1" });
  });

  test("a code gives up what told the action apart, and filters look for what is named now", () => {
    const marked = act("fire", { number: "XY/9" }, { markerAt: ["number"] });
    const search: Step = { op: "search", face: "v2", filters: { number: "XY/9", other: "AB/1" } };
    const steps = [create, act("grant", { permit: "AB/1" }), marked, search];
    const made = placedSteps(withReferences(script(...steps), workflowOf(granted))).map(({ step }) => step);
    expect(made[2]).not.toHaveProperty("markerAt");
    expect(made[3]).toMatchObject({ filters: { number: "AB/1", other: "AB/1" } });
  });
});

test("dates, short numbers and words may be the same by chance, and what tells an action apart stays its own", () => {
  const bringing = (text: string): Examples => ({
    ask: [{ site: "pit" }],
    grant: [{ by: text }],
    fire: [{ by: text }],
  });
  const fired = (text: string, granted: string) =>
    sent(bringing(text), act("grant", { by: granted }), act("fire", { by: "XY/9" })).data["by"];
  for (const text of ["2026-01-02", "17", "Ann Lee"]) expect(fired(text, "AB/1")).toBe("XY/9");
  expect(fired("AB/7", "AB/1")).toBe("AB/1");
  expect(fired("B1", "B2")).toBe("B2");
  expect(fired("AB/7", "probe~20270131-abc123~1")).toBe("XY/9");
});

test("what is brought where it may not come is named by none", () => {
  const misplaced = act("grant", { permit: "AB/2" }, { outOfOrder: true });
  const last = sent(granted, act("grant", { permit: "AB/1" }), misplaced, act("fire", { number: "" }));
  expect(last.data).toEqual({ number: "AB/1" });
});

test("a member that was found with what an action had brought there names it, and stays of its pattern", () => {
  const code = { type: "string", pattern: "^P[0-9]{3}$" };
  const form = (member: JsonObject): JsonObject => ({
    type: "object",
    required: ["part"],
    properties: { part: member },
  });
  const action = (key: string, dataSchema: JsonObject) => ({
    key,
    groupLabel: "all",
    creates: false,
    appends: true,
    dataSchema,
  });
  const workflows: readonly WorkflowDescription[] = [
    {
      id: "1",
      actions: [
        action("order", form(code)),
        action("arrive", form({ ...code, [broughtBy]: [{ key: "order", path: ["part"] }] })),
      ],
    },
  ];
  const steps = [act("order", { part: "P001" }), act("arrive", { part: "P999" })];
  expect(lastOf(withReferences(script(create, ...steps), workflows)).data).toEqual({ part: "P001" });
  expect(lastOf(withReferences(script(create, act("arrive", { part: "P999" })), workflows)).data).toEqual({
    part: "P999",
  });
});

test("a number that was found so is what was brought, or no more than that", () => {
  const form = (units: JsonObject): JsonObject => ({ type: "object", required: ["units"], properties: { units } });
  const from = { [broughtBy]: [{ key: "pack", path: ["pieces"] }] };
  const action = (key: string, dataSchema: JsonObject) => ({
    ...{ key, groupLabel: "all", creates: false, appends: true },
    dataSchema,
  });
  const sentWith = (units: JsonObject, brought: number) =>
    lastOf(
      withReferences(script(create, act("pack", { pieces: brought }), act("receive", { units: 9 })), [
        { id: "1", actions: [action("pack", {}), action("receive", form(units))] },
      ]),
    ).data;
  expect(sentWith({ type: "number", ...from }, 470.5)).toEqual({ units: 470.5 });
  const atMost = { type: "integer", minimum: 0, maximum: 11, ...from, [notMoreThanBrought]: true };
  expect(sentWith(atMost, 4)).toEqual({ units: 4 });
  expect(sentWith(atMost, 10)).toEqual({ units: 9 });
  const listed = { type: "array", items: { enum: [7, 8, 9] }, ...from };
  const [steps, actions] = [
    [act("pack", { pieces: [7, 8] }), act("receive", { units: [9] })],
    [action("pack", {}), action("receive", form(listed))],
  ];
  expect(lastOf(withReferences(script(create, ...steps), [{ id: "1", actions }])).data).toEqual({ units: [7, 8] });
});

test("of two actions at the same time one alone may be taken: both bring what is named later", () => {
  const race: Step = {
    parallel: [[act("grant", { permit: "AB/1" })], [act("grant", { permit: "AB/2" })]] as ActStep[][],
  };
  const made = withReferences(script(create, race, act("fire", { number: "" })), workflowOf(granted));
  const data = placedSteps(made).map(({ step }) => (step as ActStep).data);
  expect(data.slice(1)).toEqual([{ permit: "AB/1" }, { permit: "AB/1" }, { number: "AB/1" }]);
});

test("of two actions at the same time of which each must bring a code of its own, none brings the other's", () => {
  const race: Step = {
    parallel: [[act("grant", { permit: "AB/1" })], [act("grant", { permit: "AB/2" })]] as ActStep[][],
  };
  const ofTheirOwn = workflowOf(granted).map((workflow) => ({
    ...workflow,
    actions: workflow.actions.map((action) => ({ ...action, ownTexts: action.key === "grant" })),
  }));
  const made = withReferences(script(create, race), ofTheirOwn);
  const data = placedSteps(made).map(({ step }) => (step as ActStep).data);
  expect(data.slice(1)).toEqual([{ permit: "AB/1" }, { permit: "AB/2" }]);
});

test("what both bring alike tells neither of two actions at the same time apart", () => {
  const marked = (permit: string): ActStep => ({ ...act("grant", { permit }), markerAt: ["permit"] }) as ActStep;
  const race: Step = { parallel: [[marked("AB/1")], [marked("AB/2")]] };
  const made = withReferences(script(create, race), workflowOf(granted));
  const steps = placedSteps(made).map(({ step }) => step as ActStep);
  expect(steps.slice(1).map(({ data, markerAt }) => [data, markerAt])).toEqual([
    [{ permit: "AB/1" }, undefined],
    [{ permit: "AB/1" }, undefined],
  ]);
  const alone = withReferences(script(create, { parallel: [[marked("AB/1")]] }), workflowOf(granted));
  expect(placedSteps(alone).map(({ step }) => (step as ActStep).markerAt)).toEqual([undefined, ["permit"]]);
});

describe("where a list was brought", () => {
  const of = (name: string): JsonObject => ({ [broughtBy]: [{ key: "order", path: ["lines", "*", name] }] });
  const appended = { groupLabel: "all", creates: false, appends: true };
  const properties = { code: { type: "string", ...of("code") }, units: { type: "number", ...of("units") } };
  const workflows: readonly WorkflowDescription[] = [
    {
      id: "1",
      actions: [
        { key: "order", ...appended },
        { key: "pack", ...appended, dataSchema: { type: "object", properties } },
      ],
    },
  ];
  const lines = [
    { code: "AB/1", units: 4 },
    { code: "AB/2", units: 7 },
  ];
  const pack = act("pack", { code: "XY/9", units: 1 }) as ActStep;
  const packed = (...steps: readonly Step[]) =>
    placedSteps(withReferences(script(create, act("order", { lines }), ...steps), workflows))
      .map(({ step }) => step as ActStep)
      .filter(({ action }) => action === "pack")
      .map(({ data }) => data);

  test("each entry is named in its turn, all of it at once, and the first again behind the last", () => {
    expect(packed(pack, pack, pack)).toEqual([lines[0], lines[1], lines[0]]);
  });

  test("actions at the same time name the same entry", () => {
    expect(packed({ parallel: [[pack], [pack]] }, pack)).toEqual([lines[0], lines[0], lines[1]]);
  });
});
