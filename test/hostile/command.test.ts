/** Whole commands against hostile targets: exit codes, what is printed, and every report. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatByName, formats } from "../../reports/index.ts";
import { emptyFolder, resultsIn, runCli, type CliOutcome } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { officialOf } from "../reports/official.ts";
import type { HostileTarget } from "./lib/hostile-target.ts";
import { markupAndControlCharacters } from "./targets/markup-and-control-characters.ts";
import { neverAnswering } from "./targets/never-answering.ts";
import { slippedName, zipSlip } from "./targets/zip-slip.ts";

const long = { timeout: 120_000, tags: "timing" };
const everyFormat = formats.flatMap(({ name }) => ["--format", name]);

/** Accepts every connection and does this with it. */
async function rawTarget(onConnection: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function runAt(
  baseUrl: string,
  cwd: string,
  limits: object,
  ...args: string[]
): Promise<CliOutcome & { seconds: number }> {
  writeConfiguration(cwd, baseUrl, { limits: { searchLagMs: 500, ...limits } });
  const startedMs = performance.now();
  const outcome = await runCli(["run", "--env", "vendor", "--depth", "quick", ...args], { cwd });
  return { ...outcome, seconds: (performance.now() - startedMs) / 1_000 };
}

async function hostile(target: HostileTarget): Promise<string> {
  const running = await target.start(await reference());
  onTestFinished(() => running.close());
  return running.baseUrl;
}

describe("a target that is none ends soon, with 3 and the reason", () => {
  test.each([
    ["takes connections and never says a word", () => undefined, /no complete response within 500 ms/],
    ["closes every connection", (socket: Socket) => void socket.end(), /closed|reset/i],
    ["resets every connection", (socket: Socket) => void socket.resetAndDestroy(), /reset|closed/i],
    ["speaks something else", (socket: Socket) => void socket.end("SSH-2.0-OpenSSH_9.9\r\n"), /HTTP|Parse/i],
  ])("%s", long, async (_, onConnection, told) => {
    const cwd = emptyFolder();
    const { code, stdout, stderr, seconds } = await runAt(await rawTarget(onConnection), cwd, { timeoutMs: 500 });
    const screen = stdout.replaceAll(/\s+/g, " ");
    expect({ code, screen }).toMatchObject({ code: 3, screen: expect.stringContaining("cannot be reached") as string });
    expect(screen).toMatch(told);
    expect(stderr).not.toContain("please report it");
    expect(seconds).toBeLessThan(30);
    expect(resultsIn(cwd).verdict).toBe("incomplete");
  });

  test(neverAnswering.behaviour, long, async () => {
    const cwd = emptyFolder();
    const { code, stdout, seconds } = await runAt(await hostile(neverAnswering), cwd, { timeoutMs: 500 });
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringContaining("INCOMPLETE") as string });
    expect(stdout).toContain("ROBUST-02");
    expect(stdout).toContain("not answered in time");
    expect(seconds).toBeLessThan(40);
  });
});

test("nothing that a target says is obeyed by a terminal, a page or a parser", long, async () => {
  const cwd = emptyFolder();
  const { code, stdout, stderr } = await runAt(await hostile(markupAndControlCharacters), cwd, {}, ...everyFormat);
  expect(code).toBe(1);
  // Control characters but line ends, and what turns the direction of writing.
  const orders = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
  const read = (name: string): string => readFileSync(join(cwd, "conformance-report", name), "utf8");
  for (const text of [stdout, stderr, read("summary.txt")]) expect(text).not.toMatch(orders);
  // What stands between fences is shown as it is.
  const markdown = read("summary.md").replace(/^```\n[^]*?\n```$/gm, "");
  for (const text of [read("report.html"), markdown]) expect(text).not.toMatch(/<script>alert|<img src=x/);
  for (const [name, problemsIn] of Object.entries(officialOf))
    expect(await problemsIn(read(formatByName(name).fileName)), name).toEqual([]);
  expect(
    read("annotations.txt")
      .split("\n")
      .filter((line) => line.startsWith("::error::owned")),
  ).toEqual([]);
  for (const name of readdirSync(join(cwd, "conformance-report")).filter((file) => /json$|sarif$|har$/.test(file)))
    expect(() => JSON.parse(read(name)) as unknown, name).not.toThrow();
});

test("archives are never unpacked", long, async () => {
  const cwd = emptyFolder();
  const { code, stdout } = await runAt(await hostile(zipSlip), cwd, {});
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("FILES-10") as string });
  for (const folder of [cwd, join(cwd, ".."), tmpdir(), "/"])
    expect(readdirSync(folder).filter((name) => name.includes(slippedName))).toEqual([]);
  expect(existsSync(join(cwd, "conformance-report", slippedName))).toBe(false);
});
