/** Markers are written anew when a script runs again. */
import { expect, test } from "vitest";
import type { Script } from "../../spec/vocabulary/script.ts";
import { restamp } from "../../suites/engine/plan/restamp.ts";

const run = "20270131-abc123";
const script: Script = {
  id: "s",
  title: "s",
  steps: [
    { op: "create", face: "v2", as: "t", data: { tcRun: run, tcMark: `state~${run}~1`, __proto__: 1, note: "abc" } },
    { op: "search", face: "v2", filters: { tcMark: `STATE~${run.toUpperCase()}~1` } },
    { op: "search", face: "v2", filters: { tcMark: `state~${run}~` }, until: { includes: ["$t"] } },
  ],
};

test("in documents, in filters, and in near misses", () => {
  const again = JSON.stringify(restamp(script, "other-run"));
  expect(again).not.toContain(run);
  expect(again).not.toContain(run.toUpperCase());
  expect(again).toContain("state~other-run~1");
  expect(again).toContain("STATE~OTHER-RUN~1");
  expect(again).toContain('"note":"abc"');
});

test("a script without markers stays as it is", () => {
  const plain: Script = { id: "p", title: "p", steps: [{ op: "workflows", face: "v2" }] };
  expect(restamp(plain, "other-run")).toBe(plain);
});

test("the run is told from the middle of a marker in a member of the target's own", () => {
  const data = { subject: `state~${run}~1` };
  const marked: Script = {
    ...script,
    steps: [
      { op: "create", face: "v2", as: "t", data, markerAt: ["subject"] },
      { op: "search", face: "v2", filters: data },
    ],
  };
  expect(JSON.stringify(restamp(marked, "other-run"))).not.toContain(run);
});
