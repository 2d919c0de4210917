/** An action that wants what an example has, and another user than who did an earlier one. */
import { expect, test } from "vitest";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import type { Person } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const may = ["read", "write", "search"] as const;
const people: readonly Person[] = (["first", "user-0"] as const).map((account) => ({ account, may, groups: ["all"] }));
const examples = [{ outcome: "upheld" }, { outcome: "dismissed" }];
const [open, note, assess] = target.workflows[0]?.actions ?? [];
const workflow = { id: "1", name: "Claims", actions: [open, note, { ...assess, examples }] } as never;

/** An assessment comes behind a note, says one of two words, and is not up to who wrote the note. */
const byWord =
  (isUpToAll: boolean): Refuses =>
  ({ action, data, actor = "first" }, { done, senders }) => {
    if (action === "open") return false;
    if (action === "note") return done.includes("note") && "no more notes now";
    if (!done.includes("note") || done.includes("assess")) return "not now";
    const { outcome } = data as { outcome?: string };
    if (outcome !== "upheld" && outcome !== "dismissed") return "data.outcome: one of upheld, dismissed";
    return !isUpToAll && senders[done.indexOf("note")] === actor && "who wrote the note takes no part";
  };

async function explored(refuses: Refuses) {
  const { asker } = serviceThat(refuses);
  const explorer = new Explorer(
    { ...asker, target: { ...target, people, workflows: [workflow] } },
    0,
    workflow,
    undefined,
  );
  await explorer.explore();
  return explorer;
}

const taken = ({ steps }: Explorer) => new Set(steps.flatMap(({ tried }) => (tried?.taken ? [tried.key] : [])));

test("is done by a colleague with the example as it stands", async () => {
  const explorer = await explored(byWord(false));
  expect(taken(explorer)).toContain("assess");
  expect(explorer.known.doers.barred.found).toHaveProperty("assess");
  expect(explorer.known.forms.found["assess"]).toMatchObject({ enum: examples });
});

test("keeps nobody from it where the example alone was wanted", async () => {
  const explorer = await explored(byWord(true));
  expect(taken(explorer)).toContain("assess");
  expect(explorer.known.doers.barred.found).not.toHaveProperty("assess");
});
