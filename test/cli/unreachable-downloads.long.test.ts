/** A target whose downloads never answer: a run tries them for half a minute. */
import { describe, expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder, resultsIn } from "./lib/run-cli.ts";
import { proxyThatCuts, reference, writeConfiguration } from "./lib/targets.ts";

const slow = 180_000;

describe("nothing passes that was not exercised", () => {
  test("a target whose downloads are unreachable is not green", { timeout: slow }, async () => {
    const cwd = emptyFolder();
    const isDownload = (path: string): boolean => /\/(files|file)(\/|\?|$)/.test(path);
    writeConfiguration(cwd, await proxyThatCuts(await reference(), isDownload));
    const { code } = await callCli(["run", "--env", "vendor", "--depth", "quick", "--only", "FILES,FILE,AUTH"], {
      cwd,
    });
    expect([1, 3]).toContain(code);
    const downloads = new Set(["v2DownloadFiles", "v2DownloadFile", "legacyDownloadFiles"]);
    const { requirements } = resultsIn(cwd);
    const only = requirements.filter(({ operations }) => operations?.every((operation) => downloads.has(operation)));
    expect(only.length).toBeGreaterThan(10);
    expect(only.filter(({ status }) => status === "passed")).toEqual([]);
  });
});
