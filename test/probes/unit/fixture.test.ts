/** What the probes write before they look: some targets take the same content only once. */
import { expect, test } from "vitest";
import { writeFixture } from "../../../probes/fixture/write-fixture.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  organization: "acme",
  workflows: [
    {
      id: "1",
      name: "Claims",
      actions: [
        { key: "open", groupLabel: "all", creates: true, appends: false },
        { key: "note", groupLabel: "all", creates: false, appends: true },
      ],
    },
  ],
  timeoutMs: 1_000,
  searchLagMs: 0,
};

/** The contents that a writing sends to a target that takes nothing at all. */
async function contentsOf(writing?: string): Promise<ReadonlySet<string>> {
  const sent: OperationStep[] = [];
  const run = (_title: string, steps: readonly OperationStep[]) => {
    sent.push(...steps);
    return Promise.resolve([]);
  };
  await writeFixture({ target, runId: "r1", run }, writing);
  const writes = sent.filter((step) => step.op === "create" || step.op === "act");
  const contents = writes.flatMap(({ data, files = [] }) => [data, ...files]).map((content) => JSON.stringify(content));
  // What was refused is written once more through the other face, and may have been written all the same.
  expect(new Set(contents).size).toBe(contents.length);
  return new Set(contents);
}

test("a second writing brings nothing that the first one brought", async () => {
  const [first, second] = [await contentsOf(), await contentsOf("again")];
  expect(first.size).toBeGreaterThan(15);
  expect([...second].filter((content) => first.has(content))).toEqual([]);
  expect(second.size).toBe(first.size);
});
