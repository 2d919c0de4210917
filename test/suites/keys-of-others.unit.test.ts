/** Whose session a key opens is told by what the password of the same user opens. */
import { expect, test } from "vitest";
import type { Environment } from "../../driver/index.ts";
import { operationOf, type Face } from "../../spec/operations.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import { askedByEachLogin, keyOpensAnother } from "../../suites/engine/keys-of-others.ts";
import { jsonAnswer } from "../checks/support/answers.ts";

const [trace, other] = ["6b0a1b5e-0000-4000-8000-000000000000", "6b0a1b5e-0000-4000-8000-000000000001"];

interface Sent {
  readonly status?: number;
  readonly by?: Account;
  readonly traceId?: string;
  readonly key?: string;
  readonly face?: Face;
}

function act({ status = 403, by = "user-0", traceId = trace, key = "survey", face = "v2" }: Sent = {}): Exchange {
  const action = { data: { note: key }, files: [], workflow: 0, actionKey: key, groupLabel: "fitters" };
  return {
    ...{ index: 0, step: "0", operationId: operationOf("act", face)?.id, face, actor: "first", by },
    ...{ intent: { kind: "act", traceId, ...action }, defects: [], traits: [] },
    ...{ response: jsonAnswer({ error: null, data: traceId }, status), sentAtMs: 2, receivedAtMs: 1 },
  } as unknown as Exchange;
}

const historyOf = (...exchanges: readonly Exchange[]): History => ({
  script: { id: "", title: "", steps: [] },
  exchanges,
  unsent: [],
});

const having = (...accounts: readonly Account[]): Environment => {
  const accountOf = (account: Account) =>
    accounts.includes(account) ? { email: "a@b.example", password: "p", privateKey: "k" } : { privateKey: "k" };
  return { secrets: { accountOf } } as unknown as Environment;
};

test("what was refused last on a trace is sent again after a login by the key, and after one by the password", () => {
  const scripts = askedByEachLogin(
    [historyOf(act(), act({ key: "wire" }), act({ traceId: other, face: "legacy" }))],
    having("user-0"),
  );
  expect(scripts).toHaveLength(2);
  expect(scripts[0]?.steps).toMatchObject([
    { op: "login", method: "private-key", adopt: true, actor: "user-0" },
    { op: "act", trace, action: "wire", data: { note: "wire" } },
    { op: "login", method: "credential", adopt: true, actor: "user-0" },
    { op: "act", trace, action: "wire", data: { note: "wire" } },
  ]);
  expect(scripts[1]?.steps[1]).toMatchObject({ op: "act", trace: other, face: "legacy" });
});

test("nothing is asked of users who have one login, of the first, and of what was refused for what it brought", () => {
  expect(askedByEachLogin([historyOf(act())], having("user-1"))).toEqual([]);
  expect(askedByEachLogin([historyOf(act({ by: "first" }))], having("first"))).toEqual([]);
  expect(askedByEachLogin([historyOf(act({ status: 422 }))], having("user-0"))).toEqual([]);
  expect(askedByEachLogin([historyOf(act({ status: 200 }))], having("user-0"))).toEqual([]);
});

test("a key is at fault where the password opens what it does not, and the configuration where neither does", () => {
  expect(keyOpensAnother([historyOf(act(), act({ status: 200 }))])).toBe(true);
  expect(keyOpensAnother([historyOf(act(), act())])).toBe(false);
  expect(keyOpensAnother([historyOf(act({ status: 200 }), act())])).toBe(false);
  expect(keyOpensAnother([historyOf(act(), act({ status: 200, traceId: other }))])).toBe(false);
  expect(keyOpensAnother([])).toBe(false);
});
