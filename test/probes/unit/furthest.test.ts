/** The trace that came furthest where data decide: built again, and read through both faces on its way. */
import { expect, test } from "vitest";
import { readFurthest } from "../../../probes/process/furthest.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const way = ["open", "assess", "note", "close"];
const workflow: WorkflowDescription = {
  id: "1",
  actions: way.map((key) => ({
    key,
    groupLabel: "all",
    creates: key === "open",
    appends: key !== "open",
    dataSchema: { type: "object", properties: { code: { type: "string", pattern: "^K[0-9]{9}$" } } },
  })),
};
const profileWith = (more: object): Profile => ({
  readings: { "action-gating": { value: { gating: "unclear", ...more }, evidence: "by hand" } },
});
const ofData = profileWith({ workflows: { "1": { paths: [way] } } });

/** Asks the service, whose exchanges are known, and keeps what is sent. */
function recording({ exchanges, asker }: Pick<ReturnType<typeof serviceThat>, "exchanges" | "asker">) {
  const runs: (readonly OperationStep[])[] = [];
  const run = (title: string, steps: readonly OperationStep[]) => {
    runs.push(steps);
    return asker.run(title, steps);
  };
  const histories = () => [{ script: { id: "", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] }];
  const own = { ...asker, run, histories, target: { ...target, workflows: [workflow] } };
  return { runs, own: own as unknown as Parameters<typeof readFurthest>[0] };
}

/** What is sent after two traces were written, of which one came to the end. */
async function sentAfter(profile: Profile, keys: readonly string[] = way, refuses: Refuses = () => false) {
  const { send, exchanges, asker } = serviceThat(refuses);
  const write = (key: string, as: string): OperationStep => {
    const common = { face: "v2", workflow: 0, action: key, data: { code: "K000000001", key } } as const;
    return key === "open" ? { op: "create", as, ...common } : { op: "act", trace: `$${as}`, ...common };
  };
  for (const key of ["open", "assess"]) send(write(key, "short"));
  for (const key of keys) send(write(key, "long"));
  const { runs, own } = recording({ exchanges, asker });
  await readFurthest(own, profile);
  return runs;
}

const written = (steps: readonly OperationStep[] = []) =>
  steps.flatMap((step) => (step.op === "create" || step.op === "act" ? [step] : []));

test("all its actions come once more, and after each the state is read through both faces", async () => {
  const [steps = [], ...others] = await sentAfter(ofData);
  expect(others).toEqual([]);
  expect(written(steps).map(({ action }) => action)).toEqual(way);
  expect(steps.map((step) => ("face" in step && step.op === "state" ? step.face : step.op))).toEqual(
    way.flatMap((_, at) => [at === 0 ? "create" : "act", "v2", "legacy"]),
  );
});

test("where its codes may come once, it brings others", async () => {
  const codes = new Set<string>();
  const isThere: Refuses = ({ data, action }) => {
    const code = `${String(action)} ${String(data["code"])}`;
    const isKnown = action === "close" && codes.has(code);
    codes.add(code);
    return isKnown;
  };
  const [first, second] = await sentAfter(ofData, way, isThere);
  expect(written(first).map(({ data }) => data["code"])).toEqual(way.map(() => "K000000001"));
  for (const { data } of written(second)) expect(data["code"]).toMatch(/^K(?!000000001)\d{9}$/);
});

/** What is written again once these traces were, the last action of each of which may be refused. */
async function builtFrom(...traces: readonly (readonly string[])[]) {
  const { send, exchanges, asker } = serviceThat(({ action, data }) => action === "note" && data["late"] === true);
  for (const [at, keys] of traces.entries())
    for (const key of keys) {
      const data: JsonObject = key === "late" ? { late: true } : { code: `K00000000${String(at)}` };
      const common = { face: "v2", workflow: 0, action: key === "late" ? "note" : key, data } as const;
      send(
        key === "open"
          ? { op: "create", as: String(at), ...common }
          : { op: "act", trace: `$${String(at)}`, ...common },
      );
    }
  const { runs, own } = recording({ exchanges, asker });
  const built = await readFurthest(own, ofData);
  expect(built).toHaveLength(runs.length);
  return runs.map((steps) => written(steps).map(({ action }) => action));
}

const stopped = ["open", "close", "late"];

test.each<[string, readonly (readonly string[])[], readonly (readonly string[])[]]>([
  ["a trace that ended otherwise", [["open", "assess", "note", "assess", "note"], stopped], [["open", "close"]]],
  [
    "none that may go on",
    [
      ["open", "assess", "note"],
      ["open", "close"],
    ],
    [],
  ],
  ["none that ended as the furthest", [way, stopped], [way]],
  [
    "one on which actions came several times",
    [way, ["open", "note", "assess", "note"]],
    [way, ["open", "note", "assess", "note"]],
  ],
])("built again is %s", async (_, traces, expected) => {
  expect(await builtFrom(...traces)).toEqual(expected);
});

test("of those with values that decide, such as brought others than the furthest", async () => {
  const { send, exchanges, asker } = serviceThat(() => false);
  const ways: readonly (readonly [string, readonly string[]])[] = [
    ["ok", way],
    ["bad", way.slice(0, 3)],
    ["bad", way.slice(0, 2)],
  ];
  for (const [at, [verdict, keys]] of ways.entries())
    for (const key of keys) {
      const data: JsonObject = key === "assess" ? { verdict } : {};
      const common = { face: "v2", workflow: 0, action: key, data } as const;
      send(
        key === "open"
          ? { op: "create", as: String(at), ...common }
          : { op: "act", trace: `$${String(at)}`, ...common },
      );
    }
  const decided = profileWith({
    workflows: { "1": { paths: [way] } },
    ways: { "1": [[{ key: "open" }, { key: "assess", with: { verdict: "ok" } }]] },
  });
  const { runs, own } = recording({ exchanges, asker });
  await readFurthest(own, decided);
  expect(runs.map((steps) => written(steps).map(({ data }) => data["verdict"] ?? null))).toEqual([
    [null, "ok", null, null],
    [null, "bad"],
  ]);
});

test.each<[string, Profile, readonly string[]]>([
  ["rules say what may come", profileWith({ gating: "ordered", workflows: { "1": { ends: ["close"] } } }), way],
  ["no trace came far", ofData, way.slice(0, 3)],
])("nothing is sent where %s", async (_, profile, keys) => {
  expect(await sentAfter(profile, keys)).toEqual([]);
});
