/** Targets whose actions take what a schema names and nothing else. */
import { describe, expect, it } from "vitest";
import type { History } from "../../spec/vocabulary/history.ts";
import type { JsonObject } from "../../spec/json.ts";
import { Case, judge } from "../../checks/index.ts";
import { kills } from "./kills/registry.ts";
import { Story } from "./support/history.ts";
import { judgementsOf, passedIn, told } from "./support/kill.ts";

const closed: JsonObject = {
  type: "object",
  required: ["subject"],
  additionalProperties: false,
  properties: {
    subject: { type: "string", maxLength: 60 },
    amount: { type: "integer", minimum: 0 },
    inner: { type: "object", properties: { city: { type: "string" } } },
  },
};

/** Markers of the form that ours have, under another name; bytes stay as they are. */
function renamed(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/mark-(\d+)-of-run/g, "mark~run~$1");
  if (value instanceof Uint8Array || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(renamed);
  const members = Object.entries(value).map(([name, member]) => [
    name === "tcMark" ? "subject" : name,
    renamed(member),
  ]);
  return Object.fromEntries(members);
}

/** The same history with every marker in a member that the target's schema might name. */
function withMarkersElsewhere(history: History): History {
  const moved = renamed(history) as History;
  const exchanges = moved.exchanges.map((exchange) =>
    exchange.intent.kind === "create" || exchange.intent.kind === "act"
      ? { ...exchange, intent: { ...exchange.intent, markerAt: ["subject"] } }
      : exchange,
  );
  return { ...moved, exchanges };
}

describe("markers in a member of the target's own", () => {
  const telling = Object.values(kills)
    .flat()
    .filter(({ accept, choices }) => JSON.stringify(told({ choices, tell: accept }).history).includes("tcMark"));

  it.for(telling.map((kill) => [kill.requirement, kill.title, kill] as const))("%s: %s", ([requirement, , kill]) => {
    const { story, history } = told({ choices: kill.choices, tell: kill.accept });
    const fair = judgementsOf(withMarkersElsewhere(history), story.choices);
    expect(passedIn(fair)).toContain(requirement);
    const faulty = judgementsOf(withMarkersElsewhere(kill.reject(history)), story.choices);
    const blamed = faulty.filter(({ outcome }) => outcome === "failed").map((judgement) => judgement.requirement);
    expect(blamed).toContain(requirement);
  });

  it("do not make strangers of what others filed under the same text", () => {
    const story = new Story();
    story.create({ data: { subject: "a~run~1" } });
    story.search({ subject: "Invoice" }, {}, { found: ["12345678-1234-4234-8234-123456789abc"] });
    const history = withMarkersElsewhere(story.history());
    const { judgements } = judge(new Case(history, { profile: story.profile, target: story.target }));
    expect(judgements.filter(({ requirement }) => requirement === "SEARCH-10")).toEqual([]);
  });
});

describe("codes in place of markers", () => {
  const stranger = "12345678-1234-4234-8234-123456789abc";
  /** What is judged of a search by a code whose creation was refused, or which no creation brought. */
  function judged(pattern: string, requirement: "SEARCH-10" | "REFUSE-02", found: readonly string[]) {
    const story = new Story();
    if (requirement === "REFUSE-02")
      story.create({ data: { serial: "QX40718833" } }, { defects: [{ where: "body", what: "json-broken" }] });
    else story.create({ data: { serial: "AB00000001" } });
    story.search({ serial: "QX40718833" }, {}, { found });
    const exchanges = story
      .history()
      .exchanges.map((exchange) =>
        exchange.intent.kind === "create"
          ? { ...exchange, intent: { ...exchange.intent, markerAt: ["serial"] } }
          : exchange,
      );
    const dataSchema = { type: "object", properties: { serial: { type: "string", pattern } } };
    const workflows = story.target.workflows.map((workflow) => ({
      ...workflow,
      actions: workflow.actions.map((action) => ({ ...action, dataSchema })),
    }));
    const context = { profile: story.profile, target: { ...story.target, workflows } };
    const { judgements } = judge(new Case({ ...story.history(), exchanges }, context));
    return judgements.filter((one) => one.requirement === requirement).map(({ outcome }) => outcome);
  }

  it.each(["SEARCH-10", "REFUSE-02"] as const)("%s: nobody else comes upon one of very many", (requirement) => {
    expect(judged("^[A-Z]{2}[0-9]{8}$", requirement, [])).toEqual(["passed"]);
    expect(judged("^[A-Z]{2}[0-9]{8}$", requirement, [stranger])).toEqual(["failed"]);
  });

  it.each(["SEARCH-10", "REFUSE-02"] as const)("%s: one of few may be anybody's", (requirement) => {
    expect(judged("^QX4071[0-9]{4}$", requirement, [stranger])).toEqual([]);
  });
});

describe("what a schema rules out may be refused", () => {
  function refusals(tell: (story: Story) => void): number {
    const story = new Story();
    tell(story);
    const workflows = story.target.workflows.map((workflow) => ({
      ...workflow,
      actions: workflow.actions.map((action) => ({ ...action, dataSchema: closed })),
    }));
    const context = { profile: story.profile, target: { ...story.target, workflows } };
    return judge(new Case(story.history(), context)).judgements.filter(
      ({ requirement, outcome }) => requirement === "REFUSE-03" && outcome === "failed",
    ).length;
  }
  const filters: readonly (readonly [string, JsonObject, number])[] = [
    ["a member that it names", { subject: "amber" }, 1],
    ["a member that it does not name", { other: "x" }, 0],
    ["a value of another type", { amount: "17" }, 0],
    ["a value beyond its bounds", { amount: -1 }, 0],
  ];

  it.each(filters)("as a filter: %s", (_, filter, failed) => {
    const tell = (story: Story): void => {
      story.create({ data: { subject: "y", other: "y", amount: 1 } });
      story.search(filter, {}, { refused: true });
    };
    expect(refusals(tell)).toBe(failed);
  });

  it.each([
    ["what it takes", { subject: "x" }, 1],
    ["what it lacks", { amount: 1 }, 0],
  ] as const)("as data: %s", (_, data, failed) => {
    expect(refusals((story) => story.create({ data }, { refused: true }))).toBe(failed);
  });
});
