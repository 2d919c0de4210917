/** Where unusual files are tried when no creation takes any. */
import { expect, test } from "vitest";
import { wayToFiles } from "../../../probes/points/way-to-files.ts";
import type { ProcessRules } from "../../../spec/readings/process.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import { target } from "../lib/refusing-service.ts";

type Files = "some" | "none" | undefined;

/** The keys of the way in a workflow whose actions ask this of files. */
function wayWhere(files: Readonly<Record<string, Files>>, workflows: Readonly<Record<string, ProcessRules>> = {}) {
  const [{ actions, ...workflow }] = target.workflows as [(typeof target.workflows)[0]];
  const asking = actions.map((action) => {
    const wants = files[action.key];
    return wants ? { ...action, files: wants } : action;
  });
  const profile: Profile = { readings: { "action-gating": { value: { gating: "ordered", workflows }, evidence: "" } } };
  const fixture = { found: false, traces: [], workflow: 0 };
  const context = { target: { ...target, workflows: [{ ...workflow, actions: asking }] }, fixture };
  return wayToFiles({ ...context, profile: () => profile }, "open")?.map(({ key }) => key);
}

test("no way is needed where the creation takes files, and none is found where nothing does", () => {
  expect(wayWhere({})).toBeUndefined();
  expect(wayWhere({ open: "none", note: "none", assess: "none" })).toBeUndefined();
});

test("the first action that takes files ends the way, with those before it that the process wants", () => {
  expect(wayWhere({ open: "none", note: "none", assess: "some" })).toEqual(["assess"]);
  const inTurn = { "1": { next: { open: ["note"], note: ["assess"] } } };
  expect(wayWhere({ open: "none", note: "none" }, inTurn)).toEqual(["note", "assess"]);
});
