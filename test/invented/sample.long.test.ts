/** A sample of the invented services, another one each day. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { inventedTargets, choiceOf } from "./index.ts";
import { measure } from "./measure.ts";

const day = new Date().toISOString().slice(0, 10);

const placeOf = (id: string): string => createHash("sha256").update(`${day} ${id}`).digest("hex");

function sample(kind: "fault" | "variant", count: number): typeof inventedTargets {
  const all = inventedTargets.filter((target) => target.kind === kind && choiceOf(target.id) === undefined);
  return all.toSorted((one, other) => (placeOf(one.id) < placeOf(other.id) ? -1 : 1)).slice(0, count);
}

test(`the sample of ${day}: 12 faults are caught, 4 variants conform`, { timeout: 900_000 }, async () => {
  const { text, unexpected } = await measure([...sample("fault", 12), ...sample("variant", 4)]);
  process.stdout.write(`invented services, sample of ${day}: ${text}\n`);
  expect(unexpected).toEqual([]);
});
