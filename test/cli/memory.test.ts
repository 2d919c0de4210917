/** The command bounds the memory of its process from the start. */
import { expect, test } from "vitest";
import { smallHeapEnv, smallHeapFlags } from "../../suites/engine/small-heap.ts";
import { emptyFolder, runCli } from "./lib/run-cli.ts";

const telling = `data:text/javascript,${encodeURIComponent(
  "process.stderr.write(JSON.stringify([process.execArgv, process.env.MALLOC_MMAP_THRESHOLD_ ?? null]) + '\\n')",
)}`;

/** Flags of the process that carries out the command, and what its allocator is told. */
async function startedWith(env: Readonly<Record<string, string>> = {}): Promise<[string[], string | null]> {
  const options = { cwd: emptyFolder(), env: { NODE_OPTIONS: `--import=${telling}`, ...env } };
  const { code, stderr } = await runCli(["run", "--help"], options);
  expect(code).toBe(0);
  return JSON.parse(stderr.trim().split("\n").at(-1) ?? "") as [string[], string | null];
}

test.runIf(process.platform === "linux")("by flags of the engine, and of the allocator unless one is set", async () => {
  const [flags, threshold] = await startedWith();
  expect(flags).toEqual(expect.arrayContaining([...smallHeapFlags]));
  expect(threshold).toBe(smallHeapEnv["MALLOC_MMAP_THRESHOLD_"]);
  expect(await startedWith({ MALLOC_MMAP_THRESHOLD_: "65536" })).toEqual([expect.anything(), "65536"]);
});
