/** What the probes saw refused on a process is sent again in its place, through both faces, between looks. */
import { expect, test } from "vitest";
import { refusalsSeen } from "../../suites/engine/record/refusals-seen.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { refusedBefore } from "../../suites/scripts/support/refusals/refused-before.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { input, serviceThat, target, type Refuses } from "../probes/lib/refusing-service.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const make = scriptsOf("may-refuse");
const profile: Profile = {
  readings: {
    "action-gating": {
      value: { gating: "ordered", workflows: { "1": { after: { assess: ["open"] } } } },
      evidence: "",
    },
  },
};

const tooMuch: Refuses = ({ data }) => (data as { amount?: number })["amount"] === 500;

/** A note is taken, then refused twice for its amount; then an assessment is. */
function probed(refuses: Refuses): readonly History[] {
  const { send, exchanges } = serviceThat(refuses);
  send({ op: "create", face: "v2", as: "t", ...input("open") });
  send({ op: "act", face: "v2", trace: "$t", ...input("note", { amount: 20 }) });
  for (const face of ["v2", "legacy"] as const)
    send({ op: "act", face, trace: "$t", ...input("note", { amount: 500, tcRun: "run-0", tcMark: "probe~run-0~x" }) });
  send({ op: "act", face: "v2", trace: "$t", ...input("assess", { amount: 500 }), actor: "user-1" });
  return [{ script: { id: "probes/1", title: "", steps: [] }, exchanges, unsent: [] }];
}

test("each kind is known once, with what was taken before it", () => {
  const [seen, ...others] = refusalsSeen(target.workflows, profile, probed(tooMuch));
  expect(others).toEqual([]);
  expect(seen?.done.map(({ action }) => action)).toEqual(["open", "note"]);
  const refused = seen?.refused.map(({ action, after, sender }) => ({ action, after, sender }));
  expect(refused).toEqual([
    { action: "note", after: 2, sender: "first" },
    { action: "assess", after: 2, sender: "user-1" },
  ]);
});

test("what comes too early and what came some times are two kinds, in whatever words", () => {
  const { send, exchanges } = serviceThat(({ action }, { done }) =>
    action === "note" ? done.length > 2 : action === "assess",
  );
  send({ op: "create", face: "v2", as: "t", ...input("open") });
  for (const key of ["assess", "note", "note", "note"]) send({ op: "act", face: "v2", trace: "$t", ...input(key) });
  const histories = [{ script: { id: "probes/1", title: "", steps: [] }, exchanges, unsent: [] }];
  const [seen] = refusalsSeen(target.workflows, profile, histories);
  expect(seen?.refused.map(({ action, after }) => [action, after])).toEqual([
    ["assess", 1],
    ["note", 3],
  ]);
  expect(new Set(seen?.refused.map(({ words }) => words)).size).toBe(2);
});

test("nothing is known where nothing was refused, and where any action may come at any time", () => {
  expect(
    refusalsSeen(
      target.workflows,
      profile,
      probed(() => false),
    ),
  ).toEqual([]);
  expect(refusalsSeen(target.workflows, { readings: {} }, probed(tooMuch))).toEqual([]);
});

test("it is sent through both faces with files of its own, and looked for in the state, the links, the files and searches", () => {
  const seen = refusalsSeen(target.workflows, profile, probed(tooMuch));
  const scripts = refusedBefore(suiteContextFor({ target, profile, refusedBefore: seen }), make);
  const [script, ...others] = scripts;
  expect(others).toEqual([]);
  const steps = (script?.steps ?? []).flatMap((step) => ("op" in step ? [step] : []));
  expect(steps.length).toBeLessThanOrEqual(60);
  const refused = steps.filter((step) => step.op === "act" && step.outOfOrder);
  expect(refused.map(({ face }) => face).toSorted()).toEqual(["legacy", "legacy", "v2", "v2"]);
  expect(refused.every((step) => "files" in step && step.files?.length === 1)).toBe(true);
  expect(refused.map((step) => "data" in step && step.data["amount"])).toEqual([500, 500, 500, 500]);
  const first = steps.findIndex((step) => step === refused[0]);
  const looks = (from: number, to?: number) => new Set(steps.slice(from, to).map(({ op }) => op));
  expect([...looks(first - 3, first)]).toEqual(["state", "details"]);
  expect([...looks(first + 2)]).toEqual(expect.arrayContaining(["state", "details", "file", "files", "search"]));
});

test("it is searched for by what the target computes, before the first refusal and behind the last", () => {
  const marked = { tcRun: "run-0", tcMark: "probe~run-0~y" };
  const { send, exchanges } = serviceThat(tooMuch);
  send({ op: "create", face: "v2", as: "t", ...input("open", marked) });
  send({ op: "act", face: "v2", trace: "$t", ...input("assess", { amount: 500 }) });
  const histories = [{ script: { id: "probes/1", title: "", steps: [] }, exchanges, unsent: [] }];
  const value = {
    ...{ path: ["data"], fold: "shallow-merge" as const, encoding: "json" as const, exact: false },
    ...{ own: ["status"], ownValues: { status: ["open", "assessed"] } },
  };
  const known = { readings: { ...profile.readings, "state-data": { value, evidence: "" } } };
  const seen = refusalsSeen(target.workflows, profile, histories);
  const [script] = refusedBefore(suiteContextFor({ target, profile: known, refusedBefore: seen }), make);
  const steps = (script?.steps ?? []).flatMap((step) => ("op" in step ? [step] : []));
  const searched = steps.flatMap((step) => (step.op === "search" ? [step.filters] : []));
  const [mark] = steps.flatMap((step) => (step.op === "create" ? [step.data["tcMark"]] : []));
  const by = value.ownValues.status.map((status) => ({ tcMark: mark, status }));
  expect(searched).toEqual([...by, ...by]);
  const places = steps.flatMap(({ op }, at) => (op === "search" ? [at] : []));
  const refused = steps.flatMap((step, at) => (step.op === "act" && step.outOfOrder ? [at] : []));
  expect(places.map((at) => at < Math.min(...refused))).toEqual([true, true, false, false]);
});

test("a quick run sends none of it again", () => {
  const seen = refusalsSeen(target.workflows, profile, probed(tooMuch));
  const context = suiteContextFor({ target, profile, refusedBefore: seen, depth: "quick" });
  expect(refusedBefore(context, make)).toEqual([]);
});
