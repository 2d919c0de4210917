/** The example works as it stands: its requirements are judged and gated. `npm run typecheck` sees that it compiles. */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { proxyBefore } from "../lib/proxy.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const example = join(root, "examples", "own-checks");

const part = ["--depth", "quick", "--only", "X-ACME", "--sensitivity", "off"];

describe("in a folder of its own", () => {
  /** The example as a team has it: somewhere else, nothing installed beside it. */
  function elsewhere(): string {
    const cwd = emptyFolder();
    cpSync(example, cwd, { recursive: true });
    return cwd;
  }

  test("its requirements pass on the reference, and stand in every report", { timeout: 180_000 }, async () => {
    const cwd = elsewhere();
    const { code, stdout, stderr } = await callCli(part, { cwd });
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    const own = resultsIn(cwd).requirements.filter(({ area }) => area === "X-ACME");
    expect(own.map(({ id, status }) => [id, status])).toEqual([
      ["X-ACME-01", "passed"],
      ["X-ACME-02", "passed"],
    ]);
    expect(own.every(({ judged }) => judged > 0)).toBe(true);
  });

  test("a service that names its software is warned, and red with --fail-on should", { timeout: 180_000 }, async () => {
    const cwd = elsewhere();
    writeConfiguration(cwd, await proxyThatTells(await reference()));
    appendFileSync(join(cwd, "trace-conformance.yaml"), "extend: [./acme.ts]\n");
    const { code, stdout } = await callCli(["run", ...part, "--fail-on", "should"], { cwd });
    expect({ code, stdout }).toMatchObject({ code: 1 });
    const own = resultsIn(cwd).requirements.find(({ id }) => id === "X-ACME-01");
    expect(own?.status).toBe("warned");
    expect(own?.failures?.[0]?.actual).toBe("TraceBox 9");
    expect(stdout).toContain("X-ACME-01");
  });

  test("list and explain know them", async () => {
    const cwd = elsewhere();
    const listed = await callCli(["list", "--only", "X-ACME"], { cwd });
    expect(listed).toMatchObject({ code: 0 });
    expect(listed.stdout.trim().split("\n")).toHaveLength(2);
    const explained = await callCli(["explain", "X-ACME-02"], { cwd });
    expect(explained).toMatchObject({ code: 0 });
    expect(explained.stdout).toContain("Acme service agreement, annex B");
    expect(explained.stdout).not.toContain("the interface, section");
    const unknown = await callCli(["explain", "X-ACEM-02"], { cwd });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "X-ACME-02"?') as string });
  });
});

test("its README works in a clone, line by line, without any registry", { timeout: 180_000 }, () => {
  // Everything of the clone but the example itself, into which something is installed.
  const clone = emptyFolder();
  for (const name of readdirSync(root).filter((one) => one !== "examples" && one !== ".git"))
    symlinkSync(join(root, name), join(clone, name));
  cpSync(example, join(clone, "examples", "own-checks"), {
    recursive: true,
    filter: (path) => !path.endsWith("node_modules"),
  });
  const [, block = ""] = /```sh\n([^]*?)```/.exec(readFileSync(join(example, "README.md"), "utf8")) ?? [];
  const [installed, ...lines] = block.trim().split("\n");
  expect(installed).toBe("npm ci");
  // A whole run has its tests elsewhere.
  const shorter = lines.map((line) =>
    line.replace(/(?<=trace-conformance )run/, line.includes("--only") ? "run --depth quick" : "list --only X-ACME"),
  );
  const said = execFileSync("/bin/sh", ["-ec", shorter.join("\n")], {
    cwd: clone,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NO_COLOR: "1", npm_config_offline: "true", npm_config_ignore_scripts: "true" },
  });
  expect(said).toContain("X-ACME-02  MUST");
  expect(said).toContain("2 passed   0 failed");
});

/** Hands everything on, and tells of itself in every response. */
const proxyThatTells = (baseUrl: string): Promise<string> =>
  proxyBefore(baseUrl, { headers: { "x-powered-by": "TraceBox 9" } });
