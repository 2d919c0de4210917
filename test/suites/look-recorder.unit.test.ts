/** What failed while a process was still being learned: it is judged by what is known when the results are asked for. */
import { expect, test } from "vitest";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { LookRecorder } from "../../suites/engine/judging/look-recorder.ts";
import type { Look } from "../../suites/engine/judging/looks.ts";
import { Recorder } from "../../suites/engine/results/recorder.ts";

type Value = NonNullable<Profile["readings"]["action-gating"]>["value"];

const knowing = (value: Value): Profile => ({ readings: { "action-gating": { value, evidence: "by hand" } } });
const ordered = knowing({ gating: "ordered", workflows: { one: { after: { b: ["a"] } } } });
const orderedOnce = knowing({ gating: "ordered", workflows: { one: { after: { b: ["a"] }, atMost: { b: 1 } } } });

const history = (id: string): History => ({ script: { id, title: id, steps: [] }, exchanges: [], unsent: [] });

/** Fails as long as nothing says that it comes once. */
function lookAt(one: History, profile: Profile): Look {
  const rules = profile.readings["action-gating"]?.value?.workflows?.["one"];
  const isExplained = rules?.atMost?.["b"] !== undefined;
  const base = { requirement: "ACT-03", exchanges: [] } as const;
  const judgement = isExplained
    ? ({ ...base, outcome: "passed" } as const)
    : ({ ...base, outcome: "failed", message: "refused" } as const);
  return {
    history: one,
    noisySteps: new Set(),
    noisyTogether: new Set(),
    failed: new Map(isExplained ? [] : [["ACT-03", new Set(["0"])]]),
    judged: { judgements: [judgement], crashes: [] },
  };
}

/** @param noise how many steps of what is looked at again lost their answers */
function recorderWith(first: Profile, noise = 0) {
  let profile = first;
  const recorder = new Recorder({ baseUrl: "http://127.0.0.1", redact: (text) => text });
  const noisySteps = new Set(Array.from({ length: noise }, (_, at) => String(at)));
  const again = (look: Look): Look => ({ ...lookAt(look.history, profile), noisySteps });
  const looks = new LookRecorder(recorder, () => profile, again);
  const record = (id: string) => looks.record([lookAt(history(id), profile)]);
  return { looks, recorder, record, learn: (next: Profile) => (profile = next) };
}

test("what failed before its reason was known is no failure", () => {
  const { looks, recorder, record, learn } = recorderWith(ordered);
  expect(record("a").look.failed.has("ACT-03")).toBe(true);
  expect(looks.soFar.progress).toMatchObject({ cases: 1, failed: ["ACT-03"] });
  learn(orderedOnce);
  expect(looks.soFar.progress).toMatchObject({ cases: 1, failed: [] });
  looks.finish();
  expect(recorder.progress).toMatchObject({ cases: 1, failed: [] });
  expect(recorder.judgedTimes("ACT-03")).toBe(1);
});

test("what nothing explains stays one, told as often as the results are asked for", () => {
  const { looks, recorder, record } = recorderWith(ordered);
  record("a");
  for (const time of [1, 2]) expect(looks.soFar.judgedTimes("ACT-03"), `asked ${String(time)} times`).toBe(1);
  looks.finish();
  looks.finish();
  expect(recorder.progress.failed).toEqual(["ACT-03"]);
  expect(recorder.judgedTimes("ACT-03")).toBe(1);
});

test("without a process it is recorded at once", () => {
  const free = recorderWith(knowing({ gating: "free" }));
  free.record("a");
  expect(free.recorder.progress.failed).toEqual(["ACT-03"]);
});

test.each([
  ["waits as well", 0, []],
  ["stays as it was judged where answers were lost, which are left to the scripts", 1, ["ACT-03"]],
])("what failed in a probe %s", (_, noise, failed) => {
  const { looks, recorder, record, learn } = recorderWith(ordered, noise);
  record("probes/a/1");
  learn(orderedOnce);
  looks.finish();
  expect(recorder.progress.failed).toEqual(failed);
});
