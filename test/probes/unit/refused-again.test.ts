/** What was refused is sent once more, between reads of all that is shown. */
import { expect, test } from "vitest";
import { refuseAgain } from "../../../probes/process/refused-again.ts";
import { type Refuses, scriptsAfter } from "../lib/refusing-service.ts";

/** What is sent after these actions, each refused or not. */
async function sentAfter(keys: readonly string[], refuses: Refuses): Promise<readonly (readonly string[])[]> {
  const scripts = await scriptsAfter(keys, refuses, refuseAgain);
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
  const beside = ["create", "v2 note", "legacy assess"];
  expect(scripts).toEqual([
    ["create", "v2 note", ...reads, "v2 assess", ...beside, "v2 assess", "legacy assess", ...reads],
  ]);
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
