/** The words of the suite's own texts, and what becomes of a password that is one of them. */
import { expect, test } from "vitest";
import { embeddedEnvironment, profileOfPins } from "../../driver/index.ts";
import { buildEnvironment } from "../../driver/configuration/build-environment.ts";
import { Secrets } from "../../driver/secrets/secrets.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { isOwnWord } from "../../spec/own-words.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { plainWordNotes } from "../../suites/engine/plain-words.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";

test("every word of the ids of scripts is one", () => {
  const environment = embeddedEnvironment("http://127.0.0.1:9", embeddedTarget, {});
  const ids = (["quick", "standard", "deep"] as const).flatMap((depth) =>
    catalog(suiteContext(environment, profileOfPins({}), { runId: "r", depth, seed: 7 })).flatMap(({ scripts }) =>
      scripts.map(({ id }) => id),
    ),
  );
  const words = new Set(ids.flatMap((id) => id.match(/[a-z]{3,}/g) ?? []));
  expect([...words].filter((word) => !isOwnWord(word)).toSorted()).toEqual([]);
});

test("no other word is, nor what is made of several", () => {
  for (const text of ["correct-horse-battery", "hunter", "state1", "s3cret", "login page"])
    expect(isOwnWord(text)).toBe(false);
});

test("a password that is one is neither hidden in texts nor looked for in answers; others are, in any text", () => {
  const told = "openPoints.state-data: no user with this e-mail and password";
  const plain = new Secrets({ email: "ada@acme.example", password: "password" }, { password: "State" });
  expect(plain.redact(told)).toBe(told);
  expect(plain.echoIn(Buffer.from(told), undefined)).toBeUndefined();
  expect(plain.holds(Buffer.from(told))).toBe(false);
  expect(plain.plainWords).toEqual(["credentials.password", "secondUser.password"]);
  const good = new Secrets({ email: "ada@acme.example", password: "hunter-state" });
  expect(good.redact("no user with hunter-state")).toBe("no user with «redacted»");
  expect(good.echoIn(Buffer.from("no user with hunter-state"), undefined)).toBe("password");
  expect(good.plainWords).toEqual([]);
});

test("the password of a proxy and the value of a secret header are told of alike", () => {
  const environment = buildEnvironment(
    "preprod",
    {
      baseUrl: "https://traces.preprod.example",
      proxy: "http://user:state@proxy.example:8080",
      headers: { "X-Api-Key": "login", "X-Team": "search" },
    },
    { access: "read-write", reason: "asked for" },
    ".",
  );
  expect(environment.secrets.plainWords).toEqual(["proxy", "headers.x-api-key"]);
  expect(environment.secrets.redact("the state of a login")).toBe("the state of a login");
  expect(plainWordNotes(environment)[0]).toMatch(/^environments\.preprod\.proxy holds a password that is a word /);
});
