/** Vendors that made other choices where the interface is open pass, with nothing failed and nothing warned. */
import { expect, test } from "vitest";
import type { Environment } from "../../driver/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { standIns } from "../stand-ins/index.ts";
import { standIn } from "./lib/stand-in.ts";

/** What no probe can find out about them: a vendor pins it. */
const pins: Readonly<Record<string, Environment["openPoints"]>> = {
  vault: { "digest-list-query": { name: "uris", style: "space" } },
};
// Those that allow few requests a second take up to minutes at standard depth.
const slow = new Set(["vault", "notary", "chronicle"]);

async function judgedUnpassed(name: string) {
  const environment = { ...(await standIn(name)), openPoints: pins[name] ?? {} };
  const results = await runSuite(environment, { depth: slow.has(name) ? "quick" : "standard", seed: 7 });
  const open = results.requirements.filter(({ status }) => status !== "passed" && status !== "skipped");
  const unpassed = open.map(({ id, status, reason, failures }) => ({
    id,
    status,
    why: reason ?? failures?.[0]?.message,
  }));
  return { verdict: results.verdict, unpassed };
}

test.each(Object.keys(standIns))("%s conforms", { timeout: 120_000 }, async (name) => {
  const { verdict, unpassed } = await judgedUnpassed(name);
  expect(unpassed).toEqual([]);
  expect(verdict).toBe("conformant");
});
