/** What keeps the data and the accounts of the reference service from others. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LoginThrottle } from "../../reference/identity/login-throttle.ts";
import { readSeed, type Seed } from "../../reference/identity/seed.ts";
import { isLoopback, refuseWellKnown } from "../../reference/identity/well-known.ts";
import { startReference } from "../../reference/index.ts";
import { openDataFolder } from "../../reference/storage/data-folder.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("the data folder", () => {
  test("is one service's and its user's alone", { timeout: 120_000 }, async () => {
    const dataDir = join(emptyFolder(), "data");
    const first = await startReference({ dataDir });
    await expect(startReference({ dataDir })).rejects.toThrow(/data folder .* is in use by process \d+/);
    const open = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
      (entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0,
    );
    expect(open.map(({ name }) => name)).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    await first.close();
    expect(existsSync(join(dataDir, ".trace-reference.lock"))).toBe(false);
  });

  test("of an earlier version becomes private, and one of another process is refused until that is gone", async () => {
    const folder = emptyFolder();
    for (const name of ["PG_VERSION", "key"]) writeFileSync(join(folder, name), "16", { mode: 0o666 });
    chmodSync(folder, 0o777);
    const other = spawn("sleep", ["60"]);
    onTestFinished(() => void other.kill());
    const lock = JSON.stringify({ processId: other.pid, host: hostname(), purpose: "x" });
    writeFileSync(join(folder, ".trace-reference.lock"), lock);
    expect(() => openDataFolder(folder)).toThrow(`is in use by process ${String(other.pid)}`);
    const gone = new Promise((resolve) => other.once("exit", resolve));
    other.kill();
    await gone;
    openDataFolder(folder).close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "key")).mode & 0o777).toBe(0o600);
  });

  test("with something else in it is left as it is", () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "program"), "x", { mode: 0o755 });
    expect(() => openDataFolder(folder)).toThrow(/holds something else/);
    expect(statSync(join(folder, "program")).mode & 0o777).toBe(0o755);
    expect(() => openDataFolder(join(folder, "program"))).toThrow(/cannot be used/);
  });
});

describe("beyond this machine the built-in users are refused", () => {
  const builtIn = readSeed(new URL("../../reference/seed/default.yaml", import.meta.url));
  const { password = "" } = embeddedTarget.credentials ?? {};
  const [user] = builtIn.users;
  if (!user) throw new Error("the built-in seed has users");
  const withUser = (change: object): Seed => ({ ...builtIn, users: [{ ...user, email: "me@a.example", ...change }] });
  const none = { passwordHash: undefined, password: undefined, publicKey: undefined };

  test.each([
    ["as they are", builtIn],
    ["by a hash", withUser({ ...none, passwordHash: user.passwordHash })],
    ["by a password in clear", withUser({ ...none, password })],
    ["by a key", withUser({ ...none, publicKey: ` ${String(user.publicKey)}\n` })],
  ])("%s", async (_, seed) => {
    await expect(refuseWellKnown(seed, builtIn, "0.0.0.0")).rejects.toThrow(/on 0\.0\.0\.0 others reach.*--seed FILE/s);
    await refuseWellKnown(seed, builtIn, "127.0.0.1");
  });

  test("and one's own are not", async () => {
    await refuseWellKnown(withUser({ ...none, password: "of my own" }), builtIn, "::");
  });

  test("before anything is opened", async () => {
    await expect(startReference({ host: "0.0.0.0" })).rejects.toThrow(/ada@acme\.example/);
  });

  test.each([
    ["127.0.0.1", true],
    ["127.8.9.1", true],
    ["::1", true],
    ["localhost", true],
    ["::ffff:127.0.0.1", true],
    ["0.0.0.0", false],
    ["::", false],
    ["127.example", false],
    ["192.0.2.1", false],
  ])("%s is this machine alone: %s", (host, alone) => expect(isLoopback(host)).toBe(alone));
});

describe("logins that fail", () => {
  const refused = (): Promise<undefined> => Promise.resolve(undefined);
  const failing = async (throttle: LoginThrottle, address: string, account: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time++) await throttle.attempt(address, account, refused);
  };

  test("from elsewhere are slowed down for that account and address, for a while", async () => {
    let nowMs = 0;
    const throttle = new LoginThrottle(() => nowMs);
    await failing(throttle, "192.0.2.1", "ada", 100);
    await expect(throttle.attempt("192.0.2.1", "ada", refused)).rejects.toMatchObject({ status: 429 });
    await failing(throttle, "192.0.2.2", "ada", 1);
    await failing(throttle, "192.0.2.1", "alan", 1);
    nowMs = 5 * 60_000;
    await failing(throttle, "192.0.2.1", "ada", 1);
  });

  test("are forgotten after one that does not", async () => {
    const throttle = new LoginThrottle(() => 0);
    await failing(throttle, "192.0.2.1", "ada", 99);
    expect(await throttle.attempt("192.0.2.1", "ada", () => Promise.resolve("user"))).toBe("user");
    await failing(throttle, "192.0.2.1", "ada", 100);
  });

  test("from this machine are not slowed down", async () => {
    await failing(new LoginThrottle(() => 0), "127.0.0.1", "ada", 1_000);
  });
});
