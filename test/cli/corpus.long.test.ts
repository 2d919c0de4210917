/** The corpus of a target: what failed is tried first the next time, and leaves when it was seen to be mended. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";
import { reference, writeConfiguration } from "./lib/targets.ts";

test("a script leaves the corpus after a whole run, not after one that could not see its failure", async () => {
  const cwd = emptyFolder();
  const folder = join(cwd, ".trace-conformance", "corpus", "vendor");
  const corpus = (): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
  const run = (...args: string[]): ReturnType<typeof callCli> =>
    callCli(["run", "--env", "vendor", "--depth", "quick", "--seed", "7", ...args], { cwd });

  writeConfiguration(cwd, await reference(["file/last-byte-is-lost"]));
  await run("--only", "FILE");
  const kept = corpus();
  expect(kept).not.toEqual([]);

  await run("--access", "read-only");
  expect(corpus()).toEqual(kept);
  await run("--only", "LOGIN");
  expect(corpus()).toEqual(kept);
  await run("--bail");
  expect(corpus()).toEqual(expect.arrayContaining(kept));

  writeConfiguration(cwd, await reference());
  const { stderr } = await run();
  expect(corpus()).toEqual([]);
  expect(stderr).toContain(`${kept[0] ?? ""} no longer fails and has left the corpus`);
}, 180_000);
