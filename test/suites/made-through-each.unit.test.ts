/** How often an action comes again on traces that are made alike through one face and through the other. */
import { expect, test } from "vitest";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { madeThroughEach } from "../../suites/scripts/support/made-through-each.ts";
import { suiteContextFor } from "../generators/contexts.ts";

type Rules = NonNullable<OpenPointValues["action-gating"]["workflows"]>[string];

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "open", appends: key !== "open" });
const workflow = { id: "1", actions: ["open", "test", "close"].map(action) };

/** What is sent through each face to make the first trace of the script on which an action comes again; `?` where it may be refused. */
function madeAgain(rules: Rules, path: readonly string[] | null = null): readonly string[] | undefined {
  const context = suiteContextFor();
  const gating: OpenPointValues["action-gating"] = { gating: "ordered", workflows: { "1": rules } };
  const state = { path, fold: "shallow-merge", encoding: "json", exact: false } as const;
  const scripts = madeThroughEach(
    {
      ...context,
      target: { ...context.target, workflows: [workflow] },
      profile: {
        readings: {
          "action-gating": { value: gating, evidence: "by hand" },
          "state-data": { value: state, evidence: "by hand" },
        },
      },
    },
    "gating",
    [{ index: 0, workflow, rules }],
  );
  const steps = scripts.find(({ id }) => id.endsWith("/again-through-each"))?.steps;
  const made = steps?.map((step) =>
    "op" in step && (step.op === "create" || step.op === "act")
      ? `${step.action ?? ""}${step.op === "act" && step.outOfOrder ? "?" : ""} ${step.face} ${JSON.stringify({ ...step.data, tcMark: 0 })}`
      : "read",
  );
  const byFace = made?.slice(0, made.length / 3);
  if (!byFace) return undefined;
  const [v2, legacy] = [byFace.slice(0, byFace.length / 2), byFace.slice(byFace.length / 2)];
  // Alike but for the face and the marker.
  expect(legacy).toEqual(v2.map((step) => step.replace(" v2 ", " legacy ")));
  return v2.map((step) => step.split(" ")[0] ?? "");
}

test("an action that may come three times comes so on all of them", () => {
  const next = { open: ["test"], test: ["test", "close"], close: [] };
  expect(madeAgain({ next, atMost: { test: 3 } })).toEqual(["open", "test", "test", "test", "read"]);
  expect(madeAgain({ next, atMost: { test: 2 } })).toBeUndefined();
  expect(madeAgain({ next, atMost: { test: 3 } }, [])).toBeUndefined();
});

test("where only sequences are known that were taken, it may be refused where it was not seen", () => {
  expect(madeAgain({ paths: [["open", "test", "test", "close"]] })).toEqual(["open", "test", "test", "test?", "read"]);
  expect(madeAgain({ paths: [["open", "test", "close"]] })).toBeUndefined();
});
