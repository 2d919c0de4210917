/** On which traces an action of a process comes again and again, and who looks at them. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { againAndAgain, waysOfTwo } from "../../suites/scripts/support/processes/again-and-again.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { suiteContextFor } from "../generators/contexts.ts";

type Gating = OpenPointValues["action-gating"];
type Rules = NonNullable<Gating["workflows"]>[string];

const action = (key: string, groupLabel: string) => ({
  ...{ key, groupLabel, creates: key === "open", appends: key !== "open" },
});
const workflow = { id: "1", actions: [action("open", "sales"), action("ship", "depot"), action("close", "sales")] };
const people = [
  { account: "first", groups: ["sales"], may: ["read", "write", "search"] },
  { account: "user-0", groups: ["depot"], may: ["read", "write"] },
] as const;

/** The actions of each script, and who reads behind them. */
function stepsOf(rules: Rules, ways?: Gating["ways"]) {
  const context = suiteContextFor();
  const value: Gating = { gating: "ordered", workflows: { "1": rules }, ...(ways ? { ways } : {}) };
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const target = { ...context.target, people, workflows: [workflow] };
  return againAndAgain({ ...context, profile, target }, scriptsOf("gating"), [{ index: 0, workflow, rules }]).map(
    ({ steps }) =>
      steps.flatMap((step) =>
        !("op" in step)
          ? []
          : step.op === "state"
            ? [`read by ${step.actor ?? "anybody"}`]
            : step.op === "create" || step.op === "act"
              ? [`${step.action ?? ""} ${step.op === "act" && step.outOfOrder ? "once more " : ""}through ${step.face}`]
              : [],
      ),
  );
}

test("an action comes four times where it may, then the very same once more, and who does it reads behind each", () => {
  const next = { open: ["ship"], ship: ["ship", "close"], close: [] };
  const ship = ["ship through legacy", "read by user-0"];
  const again = ["v2", "legacy"].flatMap((face) => [`ship once more through ${face}`, "read by user-0"]);
  expect(stepsOf({ next })).toEqual([
    ["open through legacy", "read by first", ...ship, ...ship, ...ship, ...ship, ...again],
  ]);
});

test("where an action comes twice at most, the longest way shows as much", () => {
  expect(stepsOf({ next: { open: ["ship"], ship: ["ship", "close"], close: [] }, atMost: { ship: 2 } })).toEqual([]);
});

test("where data decide, only sequences that were taken are sent again", () => {
  const paths = [["open", "ship", "ship", "ship", "close"]];
  const taken = ["open", "ship", "ship", "ship", "close"].map((key) => ({ key }));
  const isOfWay = (step: string): boolean => !step.startsWith("read") && !step.includes("once more");
  const sent = stepsOf({ paths }, { "1": [taken] }).map((steps) => steps.filter(isOfWay));
  expect(sent).toEqual([["open", "ship", "ship", "ship"].map((key) => `${key} through legacy`)]);
  expect(stepsOf({ paths }, { "1": [taken.slice(0, 2)] })).toEqual([]);
});

test("a way serves two actions only where each comes on it as often as on its own", () => {
  const paths = [["open", "ship", "close", "ship", "close", "ship", "close", "ship", "close", "ship"]];
  const timesOf = (key: string) =>
    stepsOf({ paths }).map((steps) => steps.filter((step) => step.startsWith(`${key} through`)).length);
  expect(timesOf("ship")).toEqual([4]);
  expect(timesOf("close")).toEqual([4]);
});

test("at the end of every other way the face comes first that comes last at the end of the others", () => {
  const paths = [
    ["open", "ship", "ship", "ship"],
    ["open", "close", "close", "close", "close"],
  ];
  const firstAtEnd = stepsOf({ paths }).map((steps) => steps.find((step) => step.includes("once more")));
  expect(firstAtEnd).toEqual(["ship once more through v2", "close once more through legacy"]);
});

test("behind what lets it come again it comes once more than was seen, through each face by turns", () => {
  const paths = [["open", "ship", "close", "ship", "close", "ship"]];
  const [steps = []] = stepsOf({ paths });
  const end = steps.slice(steps.lastIndexOf("ship through legacy")).filter((step) => step.includes("once more"));
  expect(end).toEqual([
    ...["ship once more through v2", "ship once more through legacy", "close once more through v2"],
    ...["ship once more through v2", "ship once more through legacy", "ship once more through v2"],
  ]);
});

test("of sequences alone one on which it comes twice is gone, too, where the data are known that decide", () => {
  const paths = [["open", "ship", "close", "ship"]];
  const decided = [{ key: "open" }, { key: "ship", with: { size: "small" } }, { key: "close" }];
  const isOfWay = (step: string): boolean => !step.startsWith("read") && !step.includes("once more");
  const sent = (ways: Gating["ways"]) => stepsOf({ paths }, ways).map((steps) => steps.filter(isOfWay).length);
  expect(sent({ "1": [decided] })).toEqual([4]);
  expect(sent({ "1": [decided.map(({ key }) => ({ key }))] })).toEqual([]);
  // Behind the same data the other branch is gone.
  expect(sent({ "1": [decided.map((step) => (step.key === "close" ? { key: "mend" } : step))] })).toEqual([]);
});

test("the shortest sequence with an action twice is known for each, however long others are", () => {
  const paths = [
    ["open", "ship", "close", "ship", "ship", "close"],
    ["open", "ship", "ship"],
    ["open", "close", "ship", "ship", "ship", "ship", "close"],
  ];
  const profile: Profile = {
    readings: { "action-gating": { value: { gating: "unclear", workflows: { "1": { paths } } }, evidence: "by hand" } },
  };
  const waysUpTo = (most: number) =>
    waysOfTwo({ ...suiteContextFor(), profile }, [{ index: 0, workflow, rules: { paths } }], most).map(
      ({ way }) => way,
    );
  expect(waysUpTo(6)).toEqual([
    ["open", "ship", "ship"],
    ["open", "ship", "close", "ship", "ship", "close"],
  ]);
  expect(waysUpTo(4)).toEqual([["open", "ship", "ship"]]);
});

test("a second round is gone to its end, and one more is tried there, though another action comes as often behind it", () => {
  const round = ["ship", "ship", "ship", "close"];
  const way = ["open", ...round, ...round].map((key) => ({ key }));
  const sent = stepsOf({ paths: [way.map(({ key }) => key)] }, { "1": [way] });
  const ofShip = sent.map((steps) => steps.filter((step) => step.startsWith("ship")));
  const both = ["ship once more through v2", "ship once more through legacy"];
  expect(ofShip).toContainEqual([...Array.from({ length: 6 }, () => "ship through legacy"), ...both]);
});

test("an action comes again in a further round, though it comes as often in one on a shorter sequence", () => {
  const paths = [
    ["open", "pack", "ship", "close", "close"],
    ["open", "pack", "ship", "close", "return", "pack", "ship", "close"],
  ];
  const sent = stepsOf({ paths }).map((steps) => steps.filter((step) => step.endsWith(" through legacy")));
  expect(sent.map((steps) => steps.map((step) => step.split(" ")[0]))).toContainEqual(
    expect.arrayContaining(["open", "pack", "ship", "close", "return"]),
  );
  expect(
    stepsOf({ paths: paths.slice(0, 1) })
      .flat()
      .filter((step) => step.startsWith("return")),
  ).toEqual([]);
});
