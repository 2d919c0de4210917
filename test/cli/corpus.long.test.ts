/** The corpus of a target: what failed is tried first the next time, and leaves when it was seen to be mended. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
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
  expect(stderr.match(/(?:was|were) removed from .*, because/g)).toEqual([
    expect.stringContaining(join(".trace-conformance", "corpus", "vendor")),
  ]);
}, 180_000);

test("what was not sent stays, and the reason is told", async () => {
  const cwd = emptyFolder();
  const folder = join(cwd, ".trace-conformance", "corpus", "vendor");
  mkdirSync(folder, { recursive: true });
  const steps = [
    { op: "login", face: "v2", method: "credential" },
    { op: "workflows", face: "v2" },
  ];
  writeFileSync(join(folder, "kept.json"), JSON.stringify({ id: "kept", title: "kept", steps }));
  const run = () => callCli(["run", "--env", "vendor", "--depth", "quick", "--seed", "7"], { cwd });
  const { email, privateKey } = embeddedTarget.credentials;

  writeConfiguration(cwd, await reference(), { credentials: { email, privateKey, password: "" } });
  const { stderr } = await run();
  expect(readdirSync(folder)).toEqual(["kept.json"]);
  expect(stderr).toContain("kept.json stays in .trace-conformance/corpus/vendor: 1 of its steps were not sent");
  expect(stderr).toContain("has no credentials.password");

  writeConfiguration(cwd, await reference());
  await run();
  expect(readdirSync(folder)).toEqual([]);
}, 180_000);

test("two forms of one script do not find each other's traces", async () => {
  const cwd = emptyFolder();
  const folder = join(cwd, ".trace-conformance", "corpus", "vendor");
  mkdirSync(folder, { recursive: true });
  const data = { tcRun: "20270131-abc123", tcMark: "found~20270131-abc123~1" };
  const found = (id: string) => ({
    ...{ id, title: id },
    steps: [
      { op: "create", face: "v2", as: "t", data },
      { op: "search", face: "v2", filters: { tcMark: data.tcMark }, until: { includes: ["$t"] } },
      { op: "search", face: "legacy", filters: { tcMark: data.tcMark }, until: { includes: ["$t"] } },
    ],
  });
  for (const id of ["found", "found/smaller-1"])
    writeFileSync(join(folder, `${id.replace("/", "-")}.json`), JSON.stringify(found(id)));

  writeConfiguration(cwd, await reference());
  const { stdout } = await callCli(["run", "--env", "vendor", "--depth", "quick", "--seed", "7"], { cwd });
  expect(stdout).toContain("CONFORMANT");
  expect(stdout).not.toContain("SEARCH-10");
  expect(readdirSync(folder)).toEqual([]);
}, 180_000);
