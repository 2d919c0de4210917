/** What a process leaves no room for is skipped by name; what it allows stays open until it was tried. */
import { expect, test } from "vitest";
import {
  hasEmptyFiles,
  hasFilesLater,
  hasFilesOfSeveral,
  hasThreeActions,
  hasTwoFiles,
} from "../../../spec/readings/file-rooms.ts";
import type { Gating } from "../../../spec/readings/process.ts";
import { applicability } from "../../../suites/engine/plan/applicability.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { FilesWanted, WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** A creation and two actions that are appended, which ask so of their files. */
const flow = (...[open, note, close]: readonly (FilesWanted | undefined)[]): WorkflowDescription => ({
  id: "1",
  actions: Object.entries({ open, note, close }).map(([key, files]) => ({
    ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open" },
    ...(files === undefined ? {} : { files }),
  })),
});
const gated = (value: Partial<Gating>): Profile => ({
  readings: { "action-gating": { value: { gating: "ordered", ...value }, evidence: "" } },
});
const line = { next: { open: ["note"], note: ["close"], close: [] } };
const orderly = gated({ workflows: { "1": line } });
const one = { most: 1 } as const;

/** The status that the requirement has where nothing exercised it: skipped with the reason, or still open. */
function leftOut(id: string, workflow: WorkflowDescription, profile: Profile): string | undefined {
  const target = { name: "t", access: "read-write", workflows: [workflow] } as const;
  const found = [...applicability(target, profile)].find(([requirement]) => requirement === id)?.[1];
  return found?.status === "skipped" ? found.reason : undefined;
}

test("where each action that is appended was refused with files, none is asked to take some", () => {
  expect(hasFilesLater(flow(undefined, "none", "none"), orderly)).toBe(false);
  expect(leftOut("ACT-07", flow(undefined, "none", "none"), orderly)).toMatch(/takes files: each was refused/);
  expect(leftOut("ACT-07", flow(undefined, "none", one), orderly)).toBeUndefined();
  // Of what never came nobody knows, and it stays open.
  expect(leftOut("ACT-07", flow(undefined, "none", undefined), orderly)).toBeUndefined();
});

test("an action that was refused with files on one trace and taken without takes none", () => {
  const byContent = { "1": { note: "with-files" as const, close: "with-files" as const } };
  expect(hasFilesLater(flow(), gated({ byContent }))).toBe(false);
  expect(hasFilesLater(flow(), gated({ byContent: { "1": { note: "unknown", close: "unknown" } } }))).toBe(true);
});

test("two files are not asked for where a trace takes one", () => {
  expect(hasTwoFiles(flow(one, "none", "none"), orderly)).toBe(false);
  expect(hasTwoFiles(flow(one, one, "none"), orderly)).toBe(true);
  expect(hasTwoFiles(flow("none", "none", undefined), orderly)).toBe(true);
  expect(leftOut("FILES-09", flow(one, "none", "none"), orderly)).toContain("takes two files");
  expect(leftOut("FILES-09", flow(one, one, "none"), orderly)).toBeUndefined();
});

test("files that are looked into are never empty", () => {
  const genuine = { types: [".pdf"], genuine: true };
  expect(hasEmptyFiles(flow(genuine, "none", "none"), orderly)).toBe(false);
  expect(hasEmptyFiles(flow(genuine, { types: [".pdf"] }, "none"), orderly)).toBe(true);
});

test("a trace that takes no third action cannot grow behind a page", () => {
  const short = gated({ workflows: { "1": { next: { open: ["note", "close"], note: [], close: [] } } } });
  expect(hasThreeActions(flow(), short)).toBe(false);
  expect(hasThreeActions(flow(), orderly)).toBe(true);
  expect(hasThreeActions(flow(), { readings: {} })).toBe(true);
});

test("an action that was never taken, and not tried in each place, may come anywhere", () => {
  const bound = { workflows: { "1": { next: { open: ["note"], note: [] } } } };
  expect(hasFilesOfSeveral(flow("none", one, one), gated(bound))).toBe(false);
  expect(hasFilesOfSeveral(flow("none", one, one), gated({ ...bound, untried: { "1": ["close"] } }))).toBe(true);
  expect(hasThreeActions(flow(), gated({ ...bound, untried: { "1": ["close"] } }))).toBe(true);
  expect(leftOut("PAGE-11", flow(), gated(bound))).toBeDefined();
});

test("beside sequences that were taken there may be others", () => {
  const paths = { workflows: { "1": { paths: [["open", "note"]] } } };
  expect(hasThreeActions(flow(), gated(paths))).toBe(true);
});
