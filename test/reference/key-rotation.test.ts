import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { SigningKeys } from "../../reference/identity/signing-keys.ts";
import { TokenService } from "../../reference/identity/tokens.ts";
import type { SharedDatabase } from "../../reference/index.ts";
import { DatabaseKeyStore } from "../../reference/storage/database-key-store.ts";
import { MemoryKeyStore } from "../../reference/storage/memory-key-store.ts";
import { migrate } from "../../reference/storage/migrate.ts";
import { referenceSteps } from "../../reference/storage/migrations.ts";
import { sharedDatabase } from "../lib/reference.ts";

let shared: SharedDatabase;
let schema: string;
beforeAll(async () => {
  shared = await sharedDatabase();
  schema = shared.nextSchema();
  await migrate(shared.database, schema, referenceSteps);
}, 30_000);

const DAY_S = 24 * 3600;

/** A token service as a process that starts now would have it. */
function process(lifetimeS = 3600, rotationS = DAY_S): TokenService {
  return new TokenService(
    new SigningKeys(new DatabaseKeyStore(shared.database, schema), { rotationS, verifiesS: () => lifetimeS }),
    lifetimeS,
  );
}

const keyOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: unknown }).kid;

/** Makes everything kept so far that much older. */
const pass = (seconds: number): Promise<unknown> =>
  shared.database.query(`UPDATE ${schema}.signing_keys SET created_at = created_at - make_interval(secs => $1)`, [
    seconds,
  ]);

const keyCount = async (): Promise<number> =>
  (await shared.database.query(`SELECT 1 FROM ${schema}.signing_keys`)).length;

test("processes that start together make one key between them", async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => process().issue("ada")));
  expect(new Set(tokens.map(keyOf)).size).toBe(1);
  expect(await keyCount()).toBe(1);
});

test("a key signs until its time is over; tokens of the old key stay valid, in every process", async () => {
  const running = process();
  const before = await running.issue("ada");
  await pass(DAY_S - 60);
  expect(keyOf(await process().issue("ada"))).toBe(keyOf(before));
  await pass(120);
  const after = await process().issue("grace");
  expect(keyOf(after)).not.toBe(keyOf(before));
  expect(await process().verify(before)).toBe("ada");
  // One that loaded its keys before there was a new one.
  expect(await running.verify(after)).toBe("grace");
});

test("a replaced key is gone once no token that it signed can still be valid", async () => {
  const old = await process().issue("ada", {}, 1_000_000);
  await pass(DAY_S + 60);
  await process().issue("ada");
  expect(await process().verify(old)).toBe("ada");
  await pass(DAY_S + 60);
  await process().issue("ada");
  await expect(process().verify(old)).rejects.toMatchObject({ status: 401 });
  expect(await keyCount()).toBe(2);
});

test("a key made to sign for a second is replaced while the process runs", async () => {
  const brief = process(3600, 1);
  const first = await brief.issue("ada");
  await new Promise((resolve) => setTimeout(resolve, 1300));
  const second = await brief.issue("ada");
  expect(keyOf(second)).not.toBe(keyOf(first));
  expect(await brief.verify(first)).toBe("ada");
});

test("a database that does not answer is no fault of the token", async () => {
  const broken = new SigningKeys(
    new DatabaseKeyStore({ ...shared.database, query: () => Promise.reject(new Error("connection refused")) }, schema),
    { rotationS: DAY_S, verifiesS: () => 3600 },
  );
  const token = await process().issue("ada");
  await expect(new TokenService(broken, 3600).verify(token)).rejects.toThrow("connection refused");
});

test("in memory keys are replaced and dropped at the same ages", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = new MemoryKeyStore();
  const ages = { replacedAfterS: 100, droppedAfterS: 1_000 };
  const renewAfter = async (seconds: number, keyId: string): Promise<readonly string[]> => {
    vi.setSystemTime(Date.now() + seconds * 1_000);
    await store.renew(ages, () => ({ keyId, privateKey: "pem" }));
    return (await store.keys()).map((key) => key.keyId);
  };
  expect(await renewAfter(0, "a")).toEqual(["a"]);
  expect(await renewAfter(99, "b")).toEqual(["a"]);
  expect(await renewAfter(2, "b")).toEqual(["a", "b"]);
  expect(await renewAfter(999, "c")).toEqual(["a", "b", "c"]);
  expect(await renewAfter(101, "d")).toEqual(["b", "c", "d"]);
});
