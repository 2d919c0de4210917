/** Where what an archive says is not what its histories give. */
import { expect, test } from "vitest";
import { differences } from "../../suites/evidence/differences.ts";

const reading = (value: unknown, evidence: string) => ({ readings: { "state-data": { value, evidence } } });

test("counts in the evidence of a reading are left to the clock", () => {
  const told = reading({ path: null }, "In 46 states the data stand nowhere.");
  expect(differences("profile.json", told, reading({ path: null }, "In 47 states the data stand nowhere."))).toEqual(
    [],
  );
});

test("another reading, and other words, are told", () => {
  const told = reading({ path: [2] }, "In 46 states the data stand at 2.");
  expect(differences("profile.json", told, reading({ path: [3] }, "In 46 states the data stand at 3."))).toEqual([
    "profile.json says 2 at /readings/state-data/value/path/0; the histories give 3",
  ]);
  expect(
    differences("profile.json", told, reading({ path: [2] }, "In 46 states the data stand nowhere.")),
  ).toHaveLength(1);
});
