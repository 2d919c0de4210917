/** A password that is refused where its user gets in otherwise is a matter of the configuration, and is sent seldom. */
import { expect, test } from "vitest";
import type { Driver } from "../../driver/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { Face } from "../../spec/operations.ts";
import type { Account, LoginStep, Script } from "../../spec/vocabulary/script.ts";
import { isPasswordTry, triedPasswords } from "../../suites/engine/refused-passwords.ts";
import { jsonAnswer } from "../checks/support/answers.ts";

type Has = "password" | "privateKey" | "token";

/** A target that answers logins with this status. */
function target(
  users: Partial<Record<Account, readonly Has[]>>,
  statusOf: (account: Account, face: Face) => number,
  body: JsonObject = { error: { code: "1", message: "Unauthorized" } },
) {
  const sent: string[] = [];
  const accountOf = (account: Account): object =>
    Object.fromEntries([["email", "a@b.example"], ...(users[account] ?? []).map((member) => [member, "x"])]);
  const run = ({ steps }: Script) => {
    const { actor = "first", face } = steps[0] as LoginStep;
    const status = statusOf(actor, face);
    sent.push(`${actor} ${face}`);
    const request = { method: "POST", path: `/${face}` };
    const answer = status < 300 ? { error: null, data: { token: "a.b.c" } } : body;
    const exchange = { support: undefined, request, face, response: jsonAnswer(answer, status) };
    return Promise.resolve({ exchanges: [{ ...exchange, intent: { kind: "login-credential" } }], unsent: [] });
  };
  const environment = { name: "lab", secrets: { accountOf, redact: (text: string) => text }, people: [] };
  return { sent, tried: () => triedPasswords({ environment, run } as unknown as Driver) };
}

test("a refused password beside a private key ends a run before it begins, after one try on each face", async () => {
  const { sent, tried } = target({ first: ["password", "privateKey"], second: ["password"] }, () => 401);
  await expect(tried()).rejects.toThrow(
    /^correct environments\.lab\.credentials\.password or .*takes environments\.lab\.credentials\.privateKey .*\/v2 answered 401, POST \/legacy answered 401/,
  );
  expect(sent).toEqual(["first v2", "first legacy"]);
});

test("that of a second user is named as theirs", async () => {
  const { tried } = target({ first: ["password", "privateKey"], second: ["password", "privateKey"] }, (account) =>
    account === "first" ? 200 : 400,
  );
  await expect(tried()).rejects.toThrow("correct environments.lab.secondUser.password");
});

test("who logs in by the password anyway is asked nothing, and one answer of success is enough", async () => {
  const alone = target({ first: ["password"] }, () => 401);
  await expect(alone.tried()).resolves.toEqual([]);
  expect(alone.sent).toEqual([]);
  const right = target({ first: ["password", "token"] }, () => 200);
  await expect(right.tried()).resolves.toHaveLength(1);
});

test("a target that is at fault is judged", async () => {
  const both = ["password", "privateKey"] as const;
  // One face takes the password.
  await expect(target({ first: both }, (_, face) => (face === "v2" ? 401 : 200)).tried()).resolves.toHaveLength(2);
  // Nobody's password is taken.
  await expect(target({ first: both, second: both }, () => 401).tried()).resolves.toHaveLength(4);
  // The login fails by itself, is missing, or is refused for its form.
  for (const status of [404, 429, 500]) await target({ first: both }, () => status).tried();
  await target({ first: both }, () => 400, { error: { message: "not valid JSON" } }).tried();
});

test("evidence knows these logins by what they do", () => {
  const id = "probes/password/second-v2";
  const title = "Is the password of the configuration taken?";
  const step = { op: "login", face: "v2", method: "credential", actor: "second" } as const;
  expect(isPasswordTry({ id, title, steps: [step] })).toBe(true);
  expect(isPasswordTry({ id, title, steps: [step, step] })).toBe(false);
  expect(isPasswordTry({ id: "probes/password/third-v2", title, steps: [step] })).toBe(false);
});
