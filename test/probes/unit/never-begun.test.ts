/** Actions that begin traces by the configuration alone: refused each time, through both faces, where others are taken. */
import { expect, test } from "vitest";
import { besideNeverBegun, neverBegun, withoutNeverBegun } from "../../../probes/process/walk/never-begun.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const [own] = target.workflows;
const begins = (key: string) => ({ key, groupLabel: "all", creates: true, appends: false });
const workflows = own ? [{ ...own, actions: [...own.actions, begins("reopen")] }] : [];

/** What is found after a creation with each key through each of these faces. */
function after(refuses: Refuses, faces: readonly ("v2" | "legacy")[] = ["v2", "legacy"]) {
  const { send, exchanges } = serviceThat(refuses);
  for (const face of faces) for (const key of ["open", "reopen"]) send({ op: "create", face, ...input(key) });
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  const context = { target: { ...target, workflows }, histories } as unknown as ProbeContext;
  return { never: neverBegun(context), context };
}

test("what both faces refuse each time begins nothing, and others are used", () => {
  const { never, context } = after(({ action }) => action === "open");
  expect(never).toEqual({ "1": ["open"] });
  const left = withoutNeverBegun(context, never ?? {}).target.workflows[0]?.actions.filter(({ creates }) => creates);
  expect(left?.map(({ key }) => key)).toEqual(["reopen"]);
  const reading = besideNeverBegun({ value: { gating: "free" }, evidence: "Seen." }, never);
  expect(reading.value).toEqual({ gating: "free", neverBegun: never });
  expect(reading.evidence).toContain("open began no trace");
});

test("what one face takes, what was asked through one alone, and what is the only beginning, are others' findings", () => {
  expect(after(({ action, face }) => action === "open" && face === "v2").never).toBeUndefined();
  expect(after(({ action }) => action === "open", ["v2"]).never).toBeUndefined();
  expect(after(() => true).never).toBeUndefined();
});
