/** Actions that begin traces by the configuration alone: refused each time, through both faces, where others are taken. */
import { expect, test } from "vitest";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { besideNeverBegun, neverBegun, withoutNeverBegun } from "../../../probes/process/learnt/never-begun.ts";
import { wantingOtherData } from "../../../probes/process/learnt/unknown-data.ts";
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

test("an action is of unknown data that both faces refuse each time for them, and of which the configuration tells none", () => {
  const appends = { key: "lodge", groupLabel: "all", creates: false, appends: true };
  const exchange = (face: string, status: number, told: string) =>
    ({
      face,
      intent: { kind: "act", workflow: 0, actionKey: "lodge", data: {}, files: [] },
      ...{ defects: [], traits: [] },
      response: { status, headers: {}, json: { value: status === 200 ? { state: {} } : { error: { message: told } } } },
    }) as unknown as Exchange;
  const found = (action: object, forms: object, ...sent: readonly Exchange[]) =>
    wantingOtherData(sent, 0, { id: "1", actions: [{ ...appends, ...action }] }, forms as Record<string, unknown>);
  const told = "data.kind is not one of the permitted values";
  const both = [exchange("v2", 400, told), exchange("legacy", 400, told)];
  expect(found({}, {}, ...both)).toEqual(["lodge"]);
  expect(found({}, { lodge: {} }, ...both)).toEqual([]);
  expect(found({ examples: [{ kind: "deed" }] }, {}, ...both)).toEqual([]);
  expect(found({ dataSchema: {} }, {}, ...both)).toEqual([]);
  expect(found({}, {}, ...both.slice(1))).toEqual([]);
  expect(found({}, {}, ...both, exchange("legacy", 200, ""))).toEqual([]);
  expect(found({}, {}, exchange("v2", 409, "not now"), exchange("legacy", 409, "not now"))).toEqual([]);
});
