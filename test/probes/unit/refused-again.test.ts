/** What was refused is sent once more, between reads of all that is shown. */
import { expect, test } from "vitest";
import { refuseAgain } from "../../../probes/process/refused-again.ts";
import type { Step } from "../../../spec/vocabulary/script.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

/** What is sent after these actions, each refused or not. */
async function sentAfter(keys: readonly string[], refuses: Refuses): Promise<readonly (readonly string[])[]> {
  const { send, exchanges, asker } = serviceThat(refuses);
  for (const [at, key] of keys.entries()) {
    const data = { tcRun: "run", tcMark: `m${String(at)}`, at };
    const common = { face: "v2", workflow: 0, action: key, data } as const;
    send(at === 0 ? { op: "create", as: "t", ...common } : { op: "act", trace: "$t", ...common });
  }
  const scripts: (readonly Step[])[] = [];
  const run = (_: string, steps: readonly Step[]) => {
    scripts.push(steps);
    return Promise.resolve([]);
  };
  const histories = () => [{ script: { id: "", title: "", steps: [] }, exchanges, unsent: [] }];
  const own = { ...asker, target, run, histories } as unknown as Parameters<typeof refuseAgain>[0];
  await refuseAgain(own, { readings: {} });
  return scripts.map((steps) =>
    steps.map((step) =>
      "op" in step && step.op === "act" ? `${step.face} ${step.action ?? ""}` : "op" in step ? step.op : "",
    ),
  );
}

const reads = ["state", "details", "state", "details"];

test("one that was refused for its data, and is taken with others", async () => {
  const scripts = await sentAfter(
    ["open", "note", "assess", "assess"],
    ({ data }) => data["at"] === 2 && "at must not be 2",
  );
  expect(scripts).toEqual([["create", "v2 note", ...reads, "v2 assess", "legacy assess", ...reads]]);
});

test("none where nothing was refused, or only what is never taken, or for its moment", async () => {
  expect(await sentAfter(["open", "note"], () => false)).toEqual([]);
  expect(await sentAfter(["open", "note", "assess"], ({ action }) => action === "assess" && "no")).toEqual([]);
  expect(
    await sentAfter(
      ["open", "note", "assess", "assess"],
      ({ data }) => data["at"] === 2 && "not allowed at this stage",
    ),
  ).toEqual([]);
});
