/** A receiver that fails costs a warning and seconds, never a verdict. */
import { expect, test } from "vitest";
import { emptyFolder, resultsIn, runCli, type CliOutcome } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { startReceiver } from "./lib/receiver.ts";

const little = ["--depth", "quick", "--only", "ENV-01", "--sensitivity", "off"];

const receivers = {
  "refuses the connection": () => Promise.resolve("http://127.0.0.1:1"),
  "answers 500": async () =>
    (await startReceiver((response) => response.writeHead(500).end("no <b>room</b>"))).endpoint,
  "answers 503": async () => (await startReceiver((response) => response.writeHead(503).end())).endpoint,
  "never answers": async () => (await startReceiver(() => undefined)).endpoint,
  "answers what is no protocol buffer": async () =>
    (await startReceiver((response) => response.writeHead(400).end("\u0000".repeat(1_000)))).endpoint,
};

test.each(Object.entries(receivers))(
  "one that %s is one warning, and costs no more than seconds",
  { timeout: 120_000 },
  async (_, start) => {
    const cwd = emptyFolder();
    const headers = { "X-Key": "key-of-the-receiver" };
    writeConfiguration(cwd, await reference(), { telemetry: { otlp: { endpoint: await start(), headers } } });
    let ended = 0;
    const outcome: CliOutcome = await runCli(["run", ...little], {
      cwd,
      onStderr: () => (ended = performance.now()),
    });
    expect(outcome.code).toBe(0);
    const warnings = outcome.stderr.split("\n").filter((line) => line.startsWith("warning"));
    expect(warnings).toEqual([
      expect.stringMatching(/^warning: vendor: telemetry: .* could not be sent to 127\.0\.0\.1:\d+: [\w ,]+$/),
    ]);
    expect(outcome.stderr + outcome.stdout).not.toContain("key-of-the-receiver");
    // The process ends soon after it has told of it.
    expect(performance.now() - ended).toBeLessThan(7_000);
    expect(resultsIn(cwd).summary.durationMs).toBeLessThan(60_000);
  },
);
