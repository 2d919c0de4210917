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

test("where there is little room, the day stays away", () => {
  const data = { river: "t~abc123~1x2y3z" };
  const short: Script = {
    ...script,
    steps: [
      { op: "create", face: "v2", as: "t", data, markerAt: ["river"] },
      { op: "create", face: "v2", as: "u", data: { tcRun: run, tcMark: `state~${run}~1` } },
      { op: "search", face: "v2", filters: data },
    ],
  };
  const again = JSON.stringify(restamp(short, "20270201-xyz789r2"));
  expect(again).not.toContain("abc123");
  expect(again.match(/"t~xyz789r2~1x2y3z"/g)).toHaveLength(2);
  expect(again).toContain("state~20270201-xyz789r2~1");
  expect(restamp(short, run)).toEqual(short);
});
