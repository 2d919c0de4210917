/** `run --watch` on a pseudo terminal. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { emptyFolder, resultsIn } from "./lib/run-cli.ts";
import { reference, writeConfiguration } from "./lib/targets.ts";

const bin = fileURLToPath(new URL("../../bin/trace-conformance.js", import.meta.url));
/** Runs a command on a pseudo terminal. */
const script = "/usr/bin/script";

test.skipIf(!existsSync(script))(
  "tries what is red again at a key, and ends with 130 at Ctrl-C",
  { timeout: 60_000 },
  async () => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, await reference(["envelope/v2-state-without-error-member"]));
    const command = `stty cols 120; '${process.execPath}' '${bin}' run --depth quick --only ENV-01 --seed 6 --watch`;
    const child = spawn(script, ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", HOME: cwd, NO_COLOR: "1", TERM: "xterm" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill());
    let screen = "";
    child.stdout.on("data", (bytes: Buffer) => (screen += bytes.toString()));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const prompts = (): number => screen.split("a: everything · q: end").length - 1;
    await expect.poll(prompts, { timeout: 40_000 }).toBe(1);
    expect(screen).toContain("NOT CONFORMANT");
    child.stdin.write("x");
    await expect.poll(prompts, { timeout: 20_000 }).toBe(2);
    expect(screen).toMatch(/✗ ENV-01 +GET \/v2\/traces\/.* answers without the envelope's `error`/);
    expect(screen).toMatch(/1 of 1 still red, 0 pass, after [\d.]+ s/);
    child.stdin.write("\u0003");
    expect(await ended).toBe(130);
    // The reports are those of the whole run.
    expect(resultsIn(cwd).verdict).toBe("non-conformant");
  },
);
