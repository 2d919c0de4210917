/** Traces that are built again to be read and searched for at their end: by what their states show since later actions. */
import { expect, test } from "vitest";
import { readToTheEnd } from "../../../probes/process/ended.ts";
import type { Json } from "../../../spec/json.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { serviceThat, target } from "../lib/refusing-service.ts";

const keys = { path: [], join: "dotted", inner: "none", valueTypes: ["string"], text: "exact", empty: "all" };
const searchable: Profile = { readings: { "search-keys": { value: keys, evidence: "by hand" } } } as unknown as Profile;

/** What is sent at the end of a trace whose state was read after its creation and after its last action. */
async function sentFor(profile: Profile, first: Json, last: Json): Promise<readonly OperationStep[]> {
  const { send, exchanges, asker } = serviceThat(() => false);
  const created = send({
    ...{ op: "create", as: "t", face: "v2", workflow: 0, action: "open" },
    data: { tcRun: "run", tcMark: "before" },
  });
  const traceId = "0b7e9d0c-0000-4000-8000-000000000000";
  const shown = (state: Json, at: number) => {
    const response = { status: 200, json: { value: { error: null, data: { state } } } };
    const intent = { kind: "state", traceId };
    return { ...created, operationId: "v2TraceState", intent, response, index: at, sentAtMs: at, receivedAtMs: at };
  };
  exchanges.push(shown(first, 1.5) as unknown as (typeof exchanges)[number]);
  send({ op: "act", trace: "$t", face: "v2", workflow: 0, action: "assess", data: { tcRun: "run", tcMark: "later" } });
  exchanges.push(shown(last, 100) as unknown as (typeof exchanges)[number]);
  let sent: readonly OperationStep[] = [];
  const run = (_: string, steps: readonly OperationStep[]) => {
    sent = steps;
    return Promise.resolve([]);
  };
  const histories = () => [{ script: { id: "", title: "", steps: [] }, exchanges, unsent: [] }];
  const own = { ...asker, target, run, histories } as unknown as Parameters<typeof readToTheEnd>[0];
  await readToTheEnd(own, profile, [created]);
  return sent;
}

const filtersIn = (steps: readonly OperationStep[]) =>
  steps.flatMap((step) => (step.op === "search" && step.changed === undefined ? [[step.face, step.filters]] : []));

test("its links are read through both faces, whether it can be searched for or not", async () => {
  const steps = await sentFor({ readings: {} }, {}, { grade: "A" });
  expect(steps.map((step) => ("face" in step ? `${step.op} ${step.face}` : ""))).toEqual([
    ...["create v2", "act v2", "details v2", "details legacy"],
  ]);
});

const bothFaces = (filters: object) => [
  ["v2", filters],
  ["legacy", filters],
];

test.each<[string, Json, Json, readonly object[]]>([
  ["what is new", { status: "open" }, { status: "open", grade: "A" }, [{ grade: "A" }]],
  [
    "a fraction, a text, a number, a flag",
    {},
    { a: true, b: 2, c: "x", d: 1.5 },
    [{ d: 1.5 }, { c: "x" }, { b: 2 }, { a: true }],
  ],
  ["nothing that stands twice", {}, { left: { at: "x" }, right: { at: "y" } }, []],
  ["no ids and times", {}, { id: "0b7e9d0c-0000-4000-8000-000000000001", at: "2026-01-01T10:00:00Z" }, []],
])("it is searched for by %s", async (_, first, last, expected) => {
  expect(filtersIn(await sentFor(searchable, first, last))).toEqual(expected.flatMap(bothFaces));
});

test("by what will be another at the end as well, on its way, and by what it was before the last action", async () => {
  const sent = await sentFor(searchable, { of: { status: "open" } }, { of: { status: "done" } });
  const [open, done] = [{ status: "open" }, { status: "done" }].map(bothFaces);
  expect(sent.map(({ op }) => op).filter((op, at, all) => op !== all[at - 1])).toEqual([
    ...["create", "state", "search", "act", "state", "search", "state", "details", "search", "state"],
  ]);
  expect(filtersIn(sent)).toEqual([open, done, done, open].flat());
});

test("behind each action its state is read, and it is searched for by what the action changed", async () => {
  const steps = await sentFor(searchable, {}, {});
  const looks = steps.map((step) => (step.op === "search" ? step.changed : step.op));
  expect(looks).toEqual(["create", "state", "act", "state", "$again0", "state", "details", "details"]);
});

test("on its way where a number is whole still that has a fraction at the end", async () => {
  const sent = await sentFor(searchable, { stage: "new", spent: 0 }, { stage: "over", spent: 7.5 });
  expect(filtersIn(sent)[0]).toEqual(["v2", { spent: 0 }]);
});

test("beside what tells it from all others, where the state still shows that, as it is sent now", async () => {
  const own = { tcRun: "run", tcMark: "before" };
  const [one] = filtersIn(await sentFor(searchable, own, { ...own, grade: "A" }));
  const other = expect.not.stringMatching(/^(run|before)$/) as string;
  expect(one).toEqual(["v2", { tcRun: other, tcMark: other, grade: "A" }]);
  // Another trace of the run may have the same mark.
  const { tcMark } = own;
  expect(filtersIn(await sentFor(searchable, { tcMark }, { tcMark, grade: "A" }))[0]).toEqual(["v2", { grade: "A" }]);
});
