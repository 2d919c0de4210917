import { expect, test } from "vitest";
import { startReferenceProcess } from "../../reference/spawn.ts";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a process ends when it is closed", async () => {
  const reference = await startReferenceProcess();
  expect(isAlive(reference.pid)).toBe(true);
  await reference.close();
  expect(isAlive(reference.pid)).toBe(false);
}, 30_000);

test("a process that cannot start says why", async () => {
  await expect(startReferenceProcess({ faults: ["no-such-fault"] })).rejects.toThrow(
    /no fault "no-such-fault"; known are/,
  );
}, 30_000);
