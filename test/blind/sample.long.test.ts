/** A sample of the blind services, another one each day. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { blindTargets, choiceOf } from "./index.ts";
import { measure } from "./measure.ts";

const day = new Date().toISOString().slice(0, 10);

const placeOf = (id: string): string => createHash("sha256").update(`${day} ${id}`).digest("hex");

function sample(kind: "fault" | "variant", count: number): typeof blindTargets {
  const all = blindTargets.filter((target) => target.kind === kind && choiceOf(target.id) === undefined);
  return all.toSorted((one, other) => (placeOf(one.id) < placeOf(other.id) ? -1 : 1)).slice(0, count);
}

test(`the sample of ${day}: 12 faults are caught, 4 variants conform`, { timeout: 900_000 }, async () => {
  const { text, unexpected } = await measure([...sample("fault", 12), ...sample("variant", 4)]);
  process.stdout.write(`blind services, sample of ${day}: ${text}\n`);
  expect(unexpected).toEqual([]);
});
