/**
 * Forgeries by a stranger who reads the sources: every one is told, and the archives that they are made of are not. Each
 * judges a whole run again, so `.ci/run` tries another eighth of them each day.
 */
import { expect, test } from "vitest";
import { verifyEvidence, type VerifyOptions } from "../../suites/evidence/verify.ts";
import { ofToday } from "../lib/of-today.ts";
import { archiveOf, challenge, publicKey } from "./lib/archives.ts";
import { Forger } from "./lib/forger.ts";
import type { Forgery } from "./lib/forgeries/forgery.ts";
import { forgeries } from "./lib/forgeries/index.ts";

const parts = 8;
const made = new Map<Forgery["of"], Promise<Buffer>>();

/** Made where the first forgery wants it. */
function archive(of: Forgery["of"]): Promise<Buffer> {
  const options = of === "red" ? { faults: ["state/last-member-is-dropped"] } : { challenge };
  const own = made.get(of) ?? archiveOf(options).then((one) => one.archive);
  made.set(of, own);
  return own;
}

async function toldOf(bytes: Buffer, asked: VerifyOptions = {}): Promise<readonly string[]> {
  const { problems, unverified } = await verifyEvidence(bytes, { depth: "quick", ...asked });
  return [...problems, ...unverified];
}

test("there are half a hundred and more", () => {
  expect(forgeries.length).toBeGreaterThanOrEqual(50);
});

// Those of one archive follow each other, so that most days make one.
const ordered = [...forgeries].sort((a, b) => a.of.localeCompare(b.of));
const portions = Array.from({ length: parts }, (_, part) =>
  ordered.filter((_forgery, at) => Math.floor((at * parts) / ordered.length) === part),
);
const today = ofToday(portions, parts).flat();

test.each([...new Set(today.map(({ of }) => of))])(
  "what nobody changed is sound, taken apart and put together as well (%s)",
  { timeout: 240_000 },
  async (of) => {
    const bytes = await archive(of);
    expect(await toldOf(bytes, { key: publicKey, ...(of === "green" ? { challenge } : {}) })).toEqual([]);
    expect(await toldOf(new Forger(bytes).sealed())).toEqual([]);
  },
);

test.each(today)("$what ($of)", { timeout: 240_000 }, async ({ of, forge, told, asked }) => {
  const problems = await toldOf(forge(new Forger(await archive(of))), asked);
  expect(problems.join("\n")).toMatch(told);
});
