import { describe, expect, it } from "vitest";
import { countExchanges, dataTraits, usableFileTraits, validateScript } from "../../generators/index.ts";
import { faces, operationOf, operations, type OperationKind } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/json.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import { propertyScripts, scenarioScripts, scriptAreas, type SuiteContext } from "../../suites/scripts/index.ts";
import { plainWorkflows, suiteContextFor } from "./contexts.ts";

const context = suiteContextFor();
const contexts = {
  quick: suiteContextFor({ depth: "quick" }),
  standard: suiteContextFor({ depth: "standard" }),
  deep: suiteContextFor({ depth: "deep" }),
};
const made = new Map<SuiteContext, readonly Script[]>();
/** Made once for each context: all of a depth take a while. */
function all(of: SuiteContext): readonly Script[] {
  const scripts = made.get(of) ?? [...scenarioScripts(of), ...propertyScripts(of)];
  made.set(of, scripts);
  return scripts;
}
const exchanges = (of: SuiteContext) => all(of).reduce((sum, script) => sum + countExchanges(script).exchanges, 0);
const stepsOf = (of: SuiteContext) => all(of).flatMap((script) => placedSteps(script).map(({ step }) => step));

describe("the scripts of a run", () => {
  it.each(["quick", "standard", "deep"] as const)("are valid at depth %s before and after fitting", (depth) => {
    const scripts = scriptAreas.flatMap((area) => area.scripts(contexts[depth]));
    for (const script of [...scripts, ...all(contexts[depth])])
      expect([script.id, validateScript(script)]).toEqual([script.id, []]);
  });
  it("have ids of their own", () => {
    const ids = all(context).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("follow from the context", () => {
    expect(JSON.stringify(all(context))).toBe(JSON.stringify(all(suiteContextFor())));
    expect(JSON.stringify(all(context))).not.toBe(JSON.stringify(all(suiteContextFor({ seed: 2 }))));
  });

  it("give every accepted document a marker of its own", () => {
    const markers = scenarioScripts(context).flatMap((script) => {
      const own = placedSteps(script).flatMap(({ step }) =>
        // A document that is to be empty, or to hold nothing beside its oddity, can bear no marker; its traits tell it.
        "data" in step && (step.data["tcMark"] !== undefined || !step.traits?.length) ? [step.data["tcMark"]] : [],
      );
      return [...new Set(own)].map(String);
    });
    expect(new Set(markers).size).toBe(markers.length);
    expect(markers).not.toContain("undefined");
  });

  it("are as many as the depth says", () => {
    expect(exchanges(contexts.quick)).toBeLessThan(520);
    expect(exchanges(context)).toBeGreaterThan(2_000);
    expect(exchanges(context)).toBeLessThan(2_900);
    expect(exchanges(contexts.deep)).toBeGreaterThan(12_000);
  });

  it.each(["quick", "standard"] as const)("reach every operation at depth %s", (depth) => {
    const kindOf = (step: OperationStep): OperationKind =>
      step.op === "walk" ? "details" : step.op === "login" ? `login-${step.method}` : step.op;
    const reached = new Set(stepsOf(contexts[depth]).map((step) => operationOf(kindOf(step), step.face)?.id));
    expect(reached).toEqual(new Set(operations.map(({ id }) => id)));
  });

  it.each(["quick", "standard"] as const)(
    "ask twice for either list of workflows in one script at depth %s",
    (depth) => {
      const asked = all(contexts[depth]).flatMap((script) => {
        const lists = placedSteps(script).flatMap(({ step }) =>
          step.op === "workflows" && step.organization === undefined && step.token === undefined ? [step.face] : [],
        );
        return lists.filter((face, place) => lists.indexOf(face) < place);
      });
      expect(new Set(asked)).toEqual(new Set(["v2", "legacy"]));
    },
  );

  it("carry every trait in the smoke scripts", () => {
    const [first] = scriptAreas;
    const traits = new Set(
      first?.scripts(context).flatMap((script) => placedSteps(script).flatMap(({ step }) => step.traits ?? [])),
    );
    const data = dataTraits.filter(({ plain }) => !plain).map(({ trait }) => trait);
    const files = usableFileTraits([], false).filter(({ plain }) => !plain);
    expect([...data, ...files.map(({ trait }) => trait)].filter((trait) => !traits.has(trait))).toEqual([]);
  });

  it("try every bearer operation without a token in the smoke scripts", () => {
    const steps = scriptAreas[0]?.scripts(context).flatMap((script) => placedSteps(script)) ?? [];
    const bare = new Set(
      steps
        .filter(({ step }) => step.token === "none")
        .map(({ step }) => operationOf(step.op as OperationKind, step.face)?.id),
    );
    expect(bare).toEqual(new Set(operations.filter(({ bearer }) => bearer).map(({ id }) => id)));
  });
});

describe("fitting to a target", () => {
  it("sends nothing that writes to a read-only target", () => {
    const steps = stepsOf(suiteContextFor({ target: { ...context.target, access: "read-only" } }));
    expect(steps.length).toBeGreaterThan(100);
    expect(steps.filter((step) => step.op === "create" || step.op === "act" || "actAfterFirstPage" in step)).toEqual(
      [],
    );
  });

  it("uses nothing that the configuration does not supply", () => {
    const nothing = {
      credential: false,
      privateKey: false,
      secondUser: false,
      secondCredential: false,
      separateOrganization: false,
    };
    const bare = suiteContextFor({ has: { ...nothing, organization: false, append: false } });
    for (const step of stepsOf(bare)) {
      expect(step.op).not.toBe("act");
      expect(step.actor).toBeUndefined();
      if (step.op === "workflows") expect(step.organization).toBeDefined();
      if (step.op === "login" && !step.body) expect(step.replace ?? step.omit).toBeDefined();
    }
  });

  it("leaves out what is refused", () => {
    const refused = ["data.nul", "data.top-proto", "file.empty", "data.array-empty", "page.zero"];
    const left = stepsOf(suiteContextFor({ refused })).flatMap(({ traits }) => traits ?? []);
    expect(left.filter((trait) => refused.includes(trait))).toEqual([]);
  });

  it.each(["quick", "standard"] as const)("walks a long trace through v2 where legacy has no pages, %s", (depth) => {
    const value = { form: "ignored", neutral: null } as const;
    const profile = { readings: { "legacy-details-input": { value, source: "probed", evidence: "" } } } as const;
    const long = all(suiteContextFor({ depth, profile })).find(({ id }) => id === "scenarios/smoke/pages");
    const steps = long ? placedSteps(long).map(({ step }) => step) : [];
    const walks = steps.flatMap((step) => (step.op === "walk" ? [`${step.face} ${step.direction}`] : []));
    expect(walks.sort()).toEqual(["v2 backward", "v2 forward"]);
  });

  const closed = (properties: JsonObject) => {
    const dataSchema = { type: "object", required: ["a"], additionalProperties: false, properties };
    const actions = (plainWorkflows[0]?.actions ?? []).map((action) => ({ ...action, dataSchema }));
    return stepsOf(suiteContextFor({ target: { ...context.target, workflows: [{ id: "1", actions }] } }));
  };

  it("follows a schema that leaves no room, and asks for no markers then", () => {
    const steps = closed({ a: { type: "boolean" } });
    for (const step of steps) {
      const isUnfit = step.traits?.includes(unfitTraits.form) === true;
      const more = step.traits?.includes(unfitTraits.beyond) === true ? ["beyondTheForm"] : [];
      if (step.op === "create" || step.op === "act")
        expect(Object.keys(step.data)).toEqual(isUnfit ? [] : ["a", ...more]);
      if (step.op === "search" && step.workflow === undefined) expect(JSON.stringify(step.filters)).not.toContain("~");
      expect((step.traits ?? []).filter((trait) => trait.startsWith("data."))).toEqual([]);
    }
    expect(steps.length).toBeGreaterThan(500);
  });

  it("asks who may search at all without filters where no text tells traces apart, and still sends what is to be refused", () => {
    const steps = closed({ a: { type: "boolean" } });
    const searches = steps.flatMap((step) => (step.op === "search" ? [step] : []));
    for (const face of faces) {
      const own = searches.filter((step) => step.face === face);
      for (const some of [own.filter(({ token }) => token === "none"), own.filter(({ actor }) => actor === "second")]) {
        expect(some.length).toBeGreaterThan(0);
        expect(some.every(({ filters }) => JSON.stringify(filters) === "{}")).toBe(true);
      }
    }
    expect(steps.some((step) => step.op === "create" && step.replace?.workflowId !== undefined)).toBe(true);
  });

  it("puts the markers into a text of a closed schema, and asks for them there", () => {
    const steps = closed({ a: { type: "string" }, n: { type: "integer", minimum: 0 } });
    const created = steps.filter((step) => step.op === "create");
    expect(new Set(created.map(({ markerAt }) => markerAt?.join()))).toEqual(new Set(["a", undefined]));
    expect(created.filter(({ data }) => !String(data["a"]).includes("~"))).toHaveLength(
      created.filter(({ markerAt }) => !markerAt).length,
    );
    const searched = steps.flatMap((step) =>
      step.op === "search" && !step.traits ? [step.filters as JsonObject] : [],
    );
    // Names that no document has are asked for as they are.
    const ofNone = ["noSuchMember", "wor", "numera"];
    const keys = searched.flatMap((filters) => Object.keys(filters)).filter((key) => !ofNone.includes(key));
    expect(keys.length).toBeGreaterThan(100);
    expect(new Set(keys)).toEqual(new Set(["a", "n"]));
  });
});

it("has who acts for another group read the state that the answer to the action showed", () => {
  const action = (key: string, groupLabel: string, creates = false) => ({
    key,
    groupLabel,
    creates,
    appends: !creates,
  });
  const workflows = [{ id: "1", actions: [action("order", "sales", true), action("ship", "warehouse")] }];
  const may = ["read", "write", "search"] as const;
  const people = [
    { account: "first", groups: ["sales"], may },
    { account: "user-0", groups: ["warehouse"], may },
  ] as const;
  const value = { gating: "ordered" as const, workflows: { "1": { next: { order: ["ship"], ship: [] } } } };
  const profile = { readings: { "action-gating": { value, evidence: "" } } };
  const of = suiteContextFor({ target: { ...context.target, workflows, people }, profile });
  const script = scenarioScripts(of).find(({ id }) => id === "scenarios/people/answers");
  const steps = placedSteps(script ?? { id: "", title: "", steps: [] }).map(({ step }) => step);
  expect(steps.map(({ op, face, actor }) => [op, face, actor])).toEqual([
    ["create", "legacy", undefined],
    ["act", "legacy", undefined],
    ["state", "v2", "user-0"],
    ["state", "legacy", "user-0"],
  ]);
  // What the long way leaves out is done on another.
  const branches = [
    action("order", "sales", true),
    ...["ship", "cancel", "refund"].map((key) => action(key, "warehouse")),
  ];
  const next = { order: ["ship", "cancel"], ship: [], cancel: ["refund"], refund: [] };
  const byBranch = { gating: "ordered" as const, workflows: { "1": { next } } };
  const branched = suiteContextFor({
    target: { ...context.target, people, workflows: [{ id: "1", actions: branches }] },
    profile: { readings: { "action-gating": { value: byBranch, evidence: "" } } },
  });
  const ways = scenarioScripts(branched).filter(({ id }) => /people\/answers(-\d)?$/.test(id));
  const done = ways.flatMap((way) => placedSteps(way).flatMap(({ step }) => (step.op === "act" ? [step.action] : [])));
  expect(ways.length).toBe(2);
  expect(new Set(done)).toEqual(new Set(["ship", "cancel", "refund"]));
});

it("has each user do with a key what the first user may not, and then with the password", () => {
  const action = (key: string, groupLabel: string) => ({
    ...{ key, groupLabel, creates: key === "order", appends: key !== "order" },
  });
  const workflows = [
    { id: "1", actions: [action("order", "sales"), action("note", "sales"), action("ship", "stores")] },
  ];
  const may = ["read", "write", "search"] as const;
  const people = [
    { account: "first", groups: ["sales"], may },
    { account: "user-0", groups: ["stores"], may },
  ] as const;
  const loginsOf = (more: Partial<typeof context.has>) => {
    const of = suiteContextFor({ target: { ...context.target, workflows, people } });
    return scenarioScripts({ ...of, has: { ...of.has, ...more } })
      .filter(({ id }) => id.startsWith("scenarios/login/key-of-another-"))
      .map((script) =>
        placedSteps(script).flatMap(({ step }) =>
          step.op === "login" ? [`${step.actor ?? "first"} ${step.method}`] : step.op === "act" ? [step.action] : [],
        ),
      );
  };
  expect(loginsOf({ privateKey: true })).toEqual([
    ["first private-key", "user-0 private-key", "ship", "user-0 credential", "ship"],
  ]);
  expect(loginsOf({ privateKey: false })).toEqual([]);
});

it("sends a password in letters of the other case, and another user's, through both logins at every seed, with few wrong ones in all", () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const of = suiteContextFor({ seed, target: { ...context.target, maxWrongPasswords: 4 } });
    const sent = stepsOf(of).flatMap((step) => {
      const { email, password } = (step.op === "login" && step.replace) || { email: "of nobody" };
      return email === undefined ? [[step.face, password]] : [];
    });
    const own = sent.filter(([, password]) => /^[$]first.password~(swap-case|suffix|cut)$/.test(String(password)));
    const swapped = own.filter(([, password]) => String(password).endsWith("swap-case")).map(([face]) => face);
    const others = sent.filter(([, password]) => password === "$first.password").map(([face]) => face);
    for (const through of [swapped, others]) expect(new Set(through)).toEqual(new Set(faces));
    expect([swapped, own, others].map(({ length }) => length)).toEqual([2, 4, 3]);
  }
});

it("looks in each workflow of a process for the values that the forms name", () => {
  const form = (year: number) => ({
    dataSchema: { type: "object", properties: { year: { const: year } } },
    examples: [{ year }],
  });
  const action = (key: string, year: number) => ({
    ...{ key, groupLabel: "all", creates: true, appends: false },
    ...form(year),
  });
  const later = { key: "close", groupLabel: "all", creates: false, appends: true };
  const workflows = [2024, 2023].map((year) => ({ id: String(year), actions: [action("open", year), later] }));
  const searchesIn = (gating: OpenPointValues["action-gating"], keys?: OpenPointValues["search-keys"]) => {
    const known = keys ? { "search-keys": { value: keys, evidence: "" } } : {};
    const profile = { readings: { "action-gating": { value: gating, evidence: "" }, ...known } };
    const scripts = scenarioScripts(suiteContextFor({ target: { ...context.target, workflows }, profile }));
    const script = scripts.find(({ id }) => id === "scenarios/search/in-each-workflow");
    return placedSteps(script ?? { id: "", title: "", steps: [] }).flatMap(({ step }) =>
      step.op === "search" ? [[step.workflow, step.filters]] : [],
    );
  };
  const rules = { "2024": { next: { open: ["close"], close: [] } } };
  const asked = searchesIn({ gating: "ordered", workflows: rules });
  for (const year of [2024, 2023]) for (const at of [0, 1]) expect(asked).toContainEqual([at, { year }]);
  const text = { path: [], join: "dotted", inner: "none", text: "exact", empty: "unknown" } as const;
  const ofComputed = searchesIn({ gating: "ordered", workflows: rules }, { ...text, valueTypes: [], computed: true });
  expect(ofComputed).toEqual(asked);
  expect(searchesIn({ gating: "ordered", workflows: rules }, { ...text, valueTypes: ["string"] })).not.toEqual(asked);
  expect(searchesIn({ gating: "free" })).toEqual([]);
});

it("sends at each place of a process what may not come there, through both faces where no list tells", () => {
  const actions = ["order", "ship", "pay"].map((key, at) => ({
    key,
    groupLabel: "all",
    creates: at === 0,
    appends: at > 0,
  }));
  const workflows = [{ id: "1", actions }];
  const rules = { "1": { next: { order: ["ship"], ship: ["pay"], pay: [] } } };
  const sentIn = (gating: OpenPointValues["action-gating"]) => {
    const profile = { readings: { "action-gating": { value: gating, evidence: "" } } };
    const scripts = scenarioScripts(suiteContextFor({ target: { ...context.target, workflows }, profile }));
    const script = scripts.find(({ id }) => id === "scenarios/gating/misplaced-legacy");
    return placedSteps(script ?? { id: "", title: "", steps: [] }).flatMap(({ step }) =>
      step.op === "act" ? [`${step.outOfOrder === true ? "not " : ""}${String(step.action)} ${step.face}`] : [],
    );
  };
  const listed = { gating: "listed", path: ["next"], by: "all", workflows: rules } as const;
  const [atFirst, afterShip, atLast] = [["not pay legacy"], ["not ship legacy"], ["not pay legacy", "not ship legacy"]];
  expect(sentIn(listed)).toEqual([...atFirst, "ship v2", ...afterShip, "pay legacy", ...atLast]);
  expect(sentIn({ gating: "ordered", workflows: rules }).slice(0, 3)).toEqual([
    "not pay legacy",
    "not pay v2",
    "ship v2",
  ]);
});
