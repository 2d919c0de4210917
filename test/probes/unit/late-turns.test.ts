/** Who did what before, and what else was under way: what is believed is seen again on fresh traces, one after the other. */
import { expect, test } from "vitest";
import { lateRace, lateRefusal } from "../../../probes/index.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const may = ["read", "write", "search"] as const;
const people: JudgingTarget["people"] = (["first", "user-0"] as const).map((account) => ({
  account,
  groups: ["all"],
  may,
}));
const ordered: Profile = {
  readings: {
    "action-gating": { value: { gating: "ordered", workflows: { "1": { next: { note: [] } } } }, evidence: "" },
  },
};
const historyOf = (exchanges: readonly Exchange[]): History => ({
  script: { id: "s", title: "", steps: [] },
  exchanges: [...exchanges],
  unsent: [],
});

/** A trace on which the first user did a note, and is refused another. */
async function secondNote(refuses: Refuses) {
  const { send, exchanges, asker } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  send({ op: "act", face: "v2", trace, ...input("note") });
  const refused = send({ op: "act", face: "legacy", trace, ...input("note") });
  const reading = await lateRefusal(
    { ...asker, target: { ...target, ...(people ? { people } : {}) } },
    ordered,
    historyOf(exchanges),
    refused,
  );
  return reading?.value?.byAnother;
}

test("a user who did the same before is refused, and a colleague is not", async () => {
  const mine: Refuses = ({ action: key, actor = "first" }, { done, senders }) =>
    done.some((one, at) => one === key && senders[at] === actor);
  expect(await secondNote(mine)).toEqual({ "1": { note: "same" } });
  const anybodys: Refuses = ({ action: key }, { done }) => key !== undefined && done.includes(key);
  expect(await secondNote(anybodys)).toBeUndefined();
});

test("what is known of it and does not explain the refusal gives way to what does", async () => {
  const { send, exchanges, asker } = serviceThat(({ action: key, actor = "first" }, { done, senders }) => {
    return key === "note" && senders[done.lastIndexOf("assess")] !== actor;
  });
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  send({ op: "act", face: "v2", trace, actor: "user-0", ...input("assess") });
  send({ op: "act", face: "v2", trace, actor: "user-0", ...input("note") });
  const refused = send({ op: "act", face: "legacy", trace, ...input("note") });
  const { value = { gating: "free" }, evidence = "" } = ordered.readings["action-gating"] ?? {};
  const knownAs = (note: "same" | "last"): Profile => ({
    readings: { "action-gating": { value: { ...value, byAnother: { "1": { note } } }, evidence } },
  });
  const learnt = async (known: Profile) =>
    lateRefusal(
      { ...asker, target: { ...target, ...(people ? { people } : {}) } },
      known,
      historyOf(exchanges),
      refused,
    );
  // Who did the last action took it as well, so that is not what kept the first user.
  expect((await learnt(knownAs("last")))?.value?.byAnother).toEqual({ "1": { note: "creator" } });
  expect((await learnt(knownAs("same")))?.value?.byAnother).toEqual({ "1": { note: "creator" } });
});

/** Two notes that a trace took at the same time, and what they show one after the other. */
async function notesAtOnce(refuses: Refuses) {
  let isLate = false;
  const { send, exchanges, asker } = serviceThat((step, before) => isLate && refuses(step, before));
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  const notes = faces.map((face): Exchange => {
    const note = send({ op: "act", face, trace, ...input("note") });
    Object.assign(note, { parallel: true, sentAtMs: 10, receivedAtMs: 20 });
    return note;
  });
  isLate = true;
  const reading = await lateRace(asker, ordered, historyOf(exchanges), notes);
  return reading?.value && [reading.value.byData, reading.value.byContent];
}

test("what was taken at once and is taken one after the other, too, follows from the data", async () => {
  expect(await notesAtOnce(() => false)).toEqual([["1"], { "1": { note: "data" } }]);
  expect(await notesAtOnce(({ action: key }, { done }) => key === "note" && done.includes("note"))).toBeUndefined();
});

test("what each endpoint set counts for itself alone does not follow from the data", async () => {
  const kept: string[] = [];
  const ofItsOwn = await notesAtOnce(({ action: key, face }, { done }) => {
    if (done.length === 1) kept.length = 0;
    if (key === "note" && kept.includes(face)) return true;
    if (key === "note") kept.push(face);
    return false;
  });
  expect(ofItsOwn).toBeUndefined();
});
