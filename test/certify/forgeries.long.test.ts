/** Forgeries by a stranger who reads the sources: every one is told, and the archives that they are made of are not. */
import { beforeAll, expect, test } from "vitest";
import { verifyEvidence, type VerifyOptions } from "../../suites/evidence/verify.ts";
import { archiveOf, challenge, publicKey } from "./lib/archives.ts";
import { Forger } from "./lib/forger.ts";
import { forgeries } from "./lib/forgeries.ts";

const archives: { red?: Buffer; green?: Buffer } = {};

beforeAll(async () => {
  archives.red = (await archiveOf({ faults: ["state/last-member-is-dropped"] })).archive;
  archives.green = (await archiveOf({ challenge })).archive;
}, 300_000);

async function toldOf(archive: Buffer, asked: VerifyOptions = {}): Promise<readonly string[]> {
  const { problems, unverified } = await verifyEvidence(archive, { depth: "quick", ...asked });
  return [...problems, ...unverified];
}

test("what nobody changed is sound, also where somebody insists", { timeout: 60_000 }, async () => {
  expect(await toldOf(archives.red ?? Buffer.of(), { key: publicKey })).toEqual([]);
  expect(await toldOf(archives.green ?? Buffer.of(), { key: publicKey, challenge })).toEqual([]);
});

test("taken apart and put together again it is sound, too, but for the signature", { timeout: 60_000 }, async () => {
  expect(await toldOf(new Forger(archives.green ?? Buffer.of()).sealed())).toEqual([]);
});

test("there are forty and more", () => {
  expect(forgeries.length).toBeGreaterThanOrEqual(40);
});

test.each(forgeries)("$what ($of)", { timeout: 60_000 }, async ({ of, forge, told, asked }) => {
  const problems = await toldOf(forge(new Forger(archives[of] ?? Buffer.of())), asked);
  expect(problems.join("\n")).toMatch(told);
});
