/** Refusals of one history that are looked into late: once one is known, the next may show something else. */
import { expect, test } from "vitest";
import { LateRefusals } from "../../suites/engine/late/refusals.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { input, serviceThat, target, type Refuses } from "../probes/lib/refusing-service.ts";

/**
 * Whose content decides, where the data of a note and of an assessment are refused in one history.
 * @param tries how often each action fails with its effect before it is taken or refused
 */
async function learnt(refuses: Refuses, tries = 0) {
  const { readings } = await profileAfter(refuses, tries);
  return Object.keys(readings["action-gating"]?.value?.byContent?.["1"] ?? {});
}

/** @param before what was known of the process when the scripts were made */
async function profileAfter(refuses: Refuses, tries = 0, before: OpenPointValues["action-gating"] = ordered) {
  const { send, exchanges } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  for (const key of ["note", "assess"]) send({ op: "act", face: "v2", trace, ...input(key, { amount: 500 }) });
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  let profile: Profile = {
    readings: {
      "action-gating": { value: before, evidence: "by hand" },
    },
  };
  const late = new LateRefusals({
    target,
    runId: "run",
    profile: () => profile,
    learn: (next) => (profile = next),
    pause: () => Promise.resolve(),
    run: (script) => {
      const asked = script.steps.flatMap((step) => {
        const answer = send(step as OperationStep);
        return [...Array.from({ length: answer.intent.kind === "act" ? tries : 0 }, () => failed(answer)), answer];
      });
      return Promise.resolve({ script, exchanges: asked, unsent: [] });
    },
  });
  const known = () => Object.keys(profile.readings["action-gating"]?.value?.byContent?.["1"] ?? {});
  await late.lookInto(history, () =>
    history.exchanges.find(
      ({ intent, response }) =>
        response?.status === 400 && intent.kind === "act" && !known().includes(String(intent.actionKey)),
    ),
  );
  return profile;
}

const ordered = { gating: "ordered", workflows: { "1": { after: { assess: ["open"] } } } } as const;

const failed = (exchange: Exchange): Exchange =>
  ({
    ...exchange,
    response: { status: 502, headers: {}, json: { value: { error: "no answer" } } },
  }) as unknown as Exchange;

const tooMuch: Refuses = ({ data }) => (data as { amount?: number })["amount"] === 500;

test("each of them is looked into, as long as each look shows something", async () => {
  expect(await learnt(tooMuch)).toEqual(["note", "assess"]);
});

test("an action whose effect failed, and that was sent again, is one of each look", async () => {
  expect(await learnt(tooMuch, 2)).toEqual(["note", "assess"]);
});

test("after a look that shows nothing no other follows", async () => {
  const inOneFace: Refuses = (step, before) => tooMuch(step, before) && (step.action !== "note" || step.face === "v2");
  expect(await learnt(inOneFace)).toEqual([]);
});

const afterNote: Refuses = ({ action }, { done }) => action === "assess" && done.includes("note");

test("a process of which nothing was known before is marked as seen late", async () => {
  const seenLate = async (before?: OpenPointValues["action-gating"]) =>
    (await profileAfter(afterNote, 0, before)).readings["action-gating"]?.seenLate;
  expect(await seenLate({ gating: "free" })).toBe(true);
  expect(await seenLate()).toBeUndefined();
});
