/** The reference service that is started while the program is still being loaded. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { meansReference, ReservedReference } from "../../cli/reserved-reference.ts";

const empty = { cwd: mkdtempSync(join(tmpdir(), "reserved-")), env: {} };

test.each([[], ["run"], ["--seed", "7"], ["run", "--depth", "quick", "--only", "LIST"]].map((argv) => [argv]))(
  "%j means the reference",
  (argv) => {
    expect(meansReference(argv, empty)).toBe(true);
  },
);

test.each(
  [
    ["list"],
    ["plan"],
    ["help", "run"],
    ["run", "--help"],
    ["-h"],
    ["--version"],
    ["run", "--env", "preprod"],
    ["--env=preprod"],
    ["--config", "other.yaml"],
    ["run", "--base-url", "http://127.0.0.1:3000"],
    ["run", "--all"],
  ].map((argv) => [argv]),
)("%j may mean something else", (argv) => {
  expect(meansReference(argv, empty)).toBe(false);
});

test("a configuration, in the folder or in a variable, may mean another target", () => {
  const cwd = mkdtempSync(join(tmpdir(), "reserved-"));
  writeFileSync(join(cwd, "trace-conformance.yaml"), "");
  expect(meansReference([], { ...empty, cwd })).toBe(false);
  expect(meansReference([], { ...empty, env: { TRACE_CONFORMANCE_ENV: "preprod" } })).toBe(false);
  expect(meansReference([], { ...empty, env: { TRACE_CONFORMANCE_CONFIG: "other.yaml" } })).toBe(false);
});

test("the one that was reserved is taken once, and stays when the rest is given up", async () => {
  const reserved = new ReservedReference();
  reserved.reserve();
  const first = await reserved.take();
  reserved.close();
  const second = await reserved.take();
  try {
    expect((await fetch(`${first.baseUrl}/v2/login/credential`)).status).toBeLessThan(500);
    expect(second.pid).not.toBe(first.pid);
  } finally {
    await first.close();
    await second.close();
  }
});

test("one that nobody took is stopped, before it is ready, too", async () => {
  await expect.poll(children).toBe(0);
  const reserved = new ReservedReference();
  reserved.reserve();
  await expect.poll(children).toBe(1);
  reserved.close();
  await expect.poll(children).toBe(0);
});

/** How many of the processes that this one started have not ended. */
function children(): number {
  return (process.getActiveResourcesInfo() as string[]).filter((name) => name === "ProcessWrap").length;
}
