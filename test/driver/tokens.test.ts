import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { LoginError, openDriver, UnreachableError } from "../../driver/index.ts";
import { driverOf, environmentAt, json, script, startTarget, type Handler } from "./lib/target.ts";

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A service whose tokens live for a time, and that counts its logins. */
function authority(lifetimeS: number | undefined): { handler: Handler; logins: () => number; revoke: () => void } {
  let logins = 0;
  let good = "";
  let until = 0;
  return {
    logins: () => logins,
    revoke: () => (good = ""),
    handler: async ({ url, headers }, response) => {
      if (url.includes("/login/")) {
        await sleep(20);
        logins++;
        const now = Date.now() / 1000;
        until = lifetimeS === undefined ? Infinity : now + lifetimeS;
        const claims = lifetimeS === undefined ? {} : { iat: now - 5_000, exp: now - 5_000 + lifetimeS };
        good = `${segment({ alg: "HS256" })}.${segment({ n: logins, ...claims })}.c2ln`;
        json(response, { error: null, data: { token: good } });
      } else if (headers.authorization === `Bearer ${good}` && Date.now() / 1000 < until) json(response, []);
      else json(response, { error: "unauthorized", data: null }, 401);
    },
  };
}

const workflows = { op: "workflows", face: "v2" } as const;
const first = { privateKey: "private-key-of-the-first" };

test("a target that is starting answers logins with 503: they are tried again", async () => {
  const { handler, logins } = authority(undefined);
  let refused = 0;
  const starting: Handler = (request, response) => {
    if (request.url.includes("/login/") && refused < 5) {
      refused += 1;
      json(response, { error: "starting" }, 503);
      return;
    }
    return handler(request, response);
  };
  const driver = await driverOf(environmentAt((await startTarget(starting)).baseUrl, { first }));
  const { exchanges, unsent } = await driver.run(script(workflows));
  expect(exchanges.map(({ response }) => response?.status)).toEqual([200]);
  expect([unsent, refused, logins()]).toEqual([[], 5, 1]);
});

describe("a token", () => {
  test("is got once for all that run at the same time", async () => {
    const { handler, logins } = authority(undefined);
    const driver = await driverOf(environmentAt((await startTarget(handler)).baseUrl, { first }));
    const histories = await Promise.all(Array.from({ length: 20 }, () => driver.run(script(workflows, workflows))));
    expect(histories.flatMap(({ exchanges }) => exchanges.map(({ response }) => response?.status))).toEqual(
      Array(40).fill(200),
    );
    expect(logins()).toBe(1);
  });

  test.each([
    ["line breaks", "a\r\nX-Owned: 1"],
    ["signs beyond Latin-1", "\u202e\u0000"],
    ["more characters than a server takes", "x".repeat(65_537)],
  ])("with %s is no token, and another login is tried", async (_, bad) => {
    const target = await startTarget(({ url, headers }, response) => {
      if (url.includes("/login/"))
        return json(response, { data: { token: url.includes("privateKey") ? bad : "good" } });
      json(response, [], headers.authorization === "Bearer good" ? 200 : 401);
    });
    const both = { ...first, email: "a@acme.example", password: "a long password" };
    const driver = await driverOf(environmentAt(target.baseUrl, { first: both }));
    const { exchanges } = await driver.run(script(workflows));
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200]);
    const alone = openDriver(environmentAt(target.baseUrl, { first }), { runId: "alone" });
    await expect(alone).rejects.toThrow(LoginError);
    await expect(alone).rejects.toThrow(/answered with a token (of 65537 characters|with characters)/);
  });

  test("is renewed before it ends, whatever the clocks say", async () => {
    const { handler, logins } = authority(1);
    const driver = await driverOf(environmentAt((await startTarget(handler)).baseUrl, { first }));
    const statuses: (number | undefined)[] = [];
    for (let step = 0; step < 12; step++) {
      for (const { response } of (await driver.run(script(workflows))).exchanges) statuses.push(response?.status);
      await sleep(200);
    }
    expect(statuses).toEqual(Array(12).fill(200));
    expect(logins()).toBeGreaterThan(2);
    expect(logins()).toBeLessThan(7);
  });

  test("that was good and is refused is renewed once, and the 401 is not the answer", async () => {
    const { handler, logins, revoke } = authority(undefined);
    const driver = await driverOf(environmentAt((await startTarget(handler)).baseUrl, { first }));
    await driver.run(script(workflows));
    revoke();
    const histories = await Promise.all(Array.from({ length: 5 }, () => driver.run(script(workflows))));
    for (const { exchanges } of histories) expect(exchanges[0]?.response?.status).toBe(200);
    expect(histories[0]?.exchanges[0]?.attempts).toBe(2);
    expect(logins()).toBe(2);
  });

  test("is not renewed again and again where a 401 means something else", async () => {
    let logins = 0;
    const target = await startTarget(({ url }, response) => {
      if (url.includes("/login/")) json(response, { data: { token: `token-number-${String(++logins)}` } });
      else if (url.includes("/workflows")) json(response, []);
      else json(response, { error: "not for you" }, 401);
    });
    const driver = await driverOf(environmentAt(target.baseUrl, { first }));
    await driver.run(script(workflows));
    for (let turn = 0; turn < 10; turn++) await driver.run(script({ op: "state", face: "v2", trace: "x" }, workflows));
    expect(logins).toBeLessThanOrEqual(3);
  });

  test("that opens nothing gives way to one of another login, for both users", async () => {
    const logins: string[] = [];
    const target = await startTarget(({ url, headers }, response) => {
      if (url.includes("/login/")) {
        logins.push(url);
        json(response, { error: null, data: { token: `token-of-${url}` } });
      } else if (headers.authorization === "Bearer token-of-/v2/login/privateKey")
        json(response, { error: "unauthorized", data: null }, 401);
      else json(response, []);
    });
    const account = { ...first, email: "ada@acme.example", password: "right-one" };
    const environment = environmentAt(target.baseUrl, { first: account, second: account });
    const driver = await driverOf({ ...environment, secondUser: { sharesOrganization: true } });
    for (const actor of ["first", "second", "first"] as const)
      for (const run of await Promise.all([1, 2, 3].map(() => driver.run(script({ ...workflows, actor })))))
        expect(run.exchanges[0]?.response?.status).toBe(200);
    expect(logins).toEqual(["/v2/login/privateKey", "/v2/login/credential", "/v2/login/credential"]);
  });

  test("that opens nothing is the answer where no login gives another, and each is tried once", async () => {
    const logins: string[] = [];
    const target = await startTarget(({ url }, response) => {
      if (url.includes("/login/")) {
        logins.push(url);
        json(response, { token: `token-of-${url}` });
      } else json(response, { error: "unauthorized", data: null }, 401);
    });
    const account = { ...first, email: "ada@acme.example", password: "right-one" };
    const driver = await driverOf(environmentAt(target.baseUrl, { first: account }));
    for (let turn = 0; turn < 5; turn++)
      expect((await driver.run(script(workflows))).exchanges[0]?.response?.status).toBe(401);
    expect(logins).toEqual(["/v2/login/privateKey", "/v2/login/credential", "/login/credential"]);
  });

  test("that was given and is refused gives way to that of a login", async () => {
    const target = await startTarget(({ url, headers }, response) => {
      if (url.includes("/login/")) json(response, { token: "a-token-of-today" });
      else if (headers.authorization === "Bearer a-token-of-today") json(response, []);
      else json(response, { error: "unauthorized", data: null }, 401);
    });
    const account = { ...first, token: "a-token-of-yesterday" };
    const driver = await driverOf(environmentAt(target.baseUrl, { first: account }));
    expect((await driver.run(script(workflows))).exchanges[0]?.response?.status).toBe(200);
  });

  test("that a script adopted and that ends meanwhile blames no login", async () => {
    let slow = true;
    const born = new Map<string, number>();
    const target = await startTarget(async ({ url, headers }, response) => {
      if (url.includes("/login/")) {
        const iat = Date.now() / 1000;
        const token = `${segment({ alg: "HS256" })}.${segment({ iat, exp: iat + 1.5, n: born.size })}.c2ln`;
        born.set(`Bearer ${token}`, Date.now());
        return json(response, { data: { token } });
      }
      if (slow) await sleep(1_600);
      slow = false;
      const age = Date.now() - (born.get(headers.authorization ?? "") ?? 0);
      if (age < 1_500) json(response, []);
      else json(response, { error: "unauthorized", data: null }, 401);
    });
    const driver = await driverOf(environmentAt(target.baseUrl, { first }));
    const login = { op: "login", face: "v2", method: "private-key", adopt: true } as const;
    const { exchanges, unsent } = await driver.run(script(login, workflows, workflows));
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 200]);
    expect(unsent).toEqual([{ step: "2", reason: "the token that the script adopted has come to its end" }]);
  });

  test("that a login gives again while it lives is blamed for nothing at its end, and for a refusal before it", async () => {
    let refusesFresh = false;
    let given = { token: "", untilMs: 0 };
    const target = await startTarget(({ url, headers }, response) => {
      const now = Date.now();
      if (url.includes("/login/")) {
        if (given.untilMs < now + 300) {
          const iat = now / 1000 - 600;
          given = {
            token: `${segment({ alg: "HS256" })}.${segment({ iat, exp: iat + 2 })}.c2ln`,
            untilMs: now + 2_000,
          };
        }
        return json(response, { data: { token: given.token } });
      }
      const good = headers.authorization === `Bearer ${given.token}` && now < given.untilMs && !refusesFresh;
      json(response, good ? [] : { error: "unauthorized" }, good ? 200 : 401);
    });
    const driver = await driverOf(environmentAt(target.baseUrl, { first }));
    const login = { op: "login", face: "v2", method: "private-key", adopt: true } as const;
    const statuses = new Set<number | undefined>();
    for (const endMs = Date.now() + 5_000; Date.now() < endMs; await sleep(40))
      for (const run of await Promise.all([script(login, workflows), script(workflows)].map((one) => driver.run(one))))
        for (const { response } of run.exchanges) statuses.add(response?.status);
    expect(statuses).toEqual(new Set([200]));
    given = { token: "", untilMs: 0 };
    refusesFresh = true;
    const { exchanges } = await driver.run(script(login, workflows));
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 401]);
  }, 15_000);

  test.each([1, 3])("that a later login ends, as where a user has %i sessions, is no wrong answer", async (most) => {
    const sessions = new Map<string, string[]>();
    let logins = 0;
    const target = await startTarget(async ({ url, headers }, response) => {
      await sleep(Math.random() * 5);
      if (url.includes("/login/")) {
        const token = `token-number-${String(++logins)}`;
        sessions.set("first", [...(sessions.get("first") ?? []), token].slice(-most));
        return json(response, { data: { token } });
      }
      const good = sessions.get("first")?.some((token) => headers.authorization === `Bearer ${token}`);
      if (good) json(response, []);
      else json(response, { error: "unauthorized" }, 401);
    });
    const driver = await driverOf(environmentAt(target.baseUrl, { first }));
    const login = { op: "login", face: "v2", method: "private-key" } as const;
    await driver.run(script(workflows));
    await driver.run(script(login, login, login, workflows));
    const several = Array.from({ length: 8 }, (_, n) =>
      driver.run(script({ ...login, adopt: n % 2 === 0 }, workflows, workflows, login, workflows)),
    );
    const statuses = (await Promise.all(several)).flatMap(({ exchanges }) =>
      exchanges.map(({ response }) => response?.status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(logins).toBeLessThan(60);
  });

  test("that is refused now and then, and good in between, is told of once a script has adopted it", async () => {
    let requests = 0;
    const target = await startTarget(({ url }, response) => {
      if (url.includes("/login/")) json(response, { data: { token: `token-number-${String(requests)}` } });
      else if (++requests % 5 === 0) json(response, { error: "unauthorized" }, 401);
      else json(response, []);
    });
    const driver = await driverOf(environmentAt(target.baseUrl, { first }));
    await driver.run(script(...Array<typeof workflows>(6).fill(workflows)));
    const login = { op: "login", face: "v2", method: "private-key", adopt: true } as const;
    const { exchanges } = await driver.run(script(login, ...Array<typeof workflows>(20).fill(workflows)));
    expect(exchanges.filter(({ response }) => response?.status === 401).length).toBeGreaterThan(1);
  });

  test("defects leave the cached token alone", async () => {
    const { handler, logins } = authority(undefined);
    const driver = await driverOf(environmentAt((await startTarget(handler)).baseUrl, { first }));
    const { exchanges } = await driver.run(
      script(
        { ...workflows, token: "garbage" },
        { ...workflows, token: "none" },
        { ...workflows, token: "signature-altered" },
        workflows,
      ),
    );
    expect(exchanges.map(({ response }) => response?.status)).toEqual([401, 401, 401, 200]);
    expect(exchanges.map(({ defects }) => defects[0]?.what)).toEqual([
      "garbage",
      "none",
      "signature-altered",
      undefined,
    ]);
    expect(exchanges.map(({ request }) => request.headers["authorization"])).toEqual([
      "Bearer «redacted»",
      undefined,
      "Bearer «redacted»",
      "Bearer «redacted»",
    ]);
    expect(logins()).toBe(1);
  });
});

describe("the first contact", () => {
  test("names the address, the cause and the remedy when nobody is there", async () => {
    const opening = openDriver(environmentAt("http://127.0.0.1:1", { first }), { runId: "r" });
    await expect(opening).rejects.toThrow(UnreachableError);
    await expect(opening).rejects.toThrow(/127\.0\.0\.1:1.*ECONNREFUSED.*Check/);
    const withToken = openDriver(environmentAt("http://127.0.0.1:1"), { runId: "r" });
    await expect(withToken).rejects.toThrow(UnreachableError);
  });

  test("says with what status a login failed, and nothing of the credentials", async () => {
    const target = await startTarget((_, response) => {
      json(response, { error: "no" }, 403);
    });
    const opening = openDriver(environmentAt(target.baseUrl, { first: { email: "a@b", password: "canary-12" } }), {
      runId: "r",
    });
    const error = await opening.catch((caught: unknown) => caught as LoginError);
    expect(error).toBeInstanceOf(LoginError);
    expect((error as LoginError).status).toBe(403);
    expect((error as LoginError).message).toMatch(/403.*credentials.email and .*credentials.password/);
    expect((error as LoginError).message).not.toContain("canary");
  });

  test.each([
    [401, /answered 401; check .*secondUser\.email and .*secondUser\.password/],
    [500, undefined],
  ])("logs in the others too: %s says as much of the configuration as for the first", async (status, message) => {
    const target = await startTarget(({ url, body }, response) => {
      const isFirst = body.includes("a@b") || !url.includes("/login/");
      json(response, isFirst ? { token: "legacy-token", data: { token: "v2-token" } } : {}, isFirst ? 200 : status);
    });
    const accounts = { first: { email: "a@b", password: "p-one-1" }, second: { email: "c@d", password: "p-two-2" } };
    const opening = openDriver(environmentAt(target.baseUrl, accounts), { runId: "r" });
    if (message) await expect(opening).rejects.toThrow(message);
    else await (await opening).close();
    expect(target.received.some(({ body }) => body.includes("c@d"))).toBe(true);
  });

  test("falls back to the other ways of the account", async () => {
    const target = await startTarget(({ url }, response) => {
      if (url === "/login/credential") json(response, { token: "legacy-token" });
      else json(response, {}, 404);
    });
    const account = { privateKey: "k", email: "a@b", password: "p" };
    const driver = await openDriver(environmentAt(target.baseUrl, { first: account }), { runId: "r" });
    await driver.close();
    expect(target.received.map(({ url }) => url)).toEqual([
      "/v2/login/privateKey",
      "/v2/login/credential",
      "/login/credential",
    ]);
  });

  test("says that a given token is refused, where nothing else could be tried", async () => {
    const refusing = await startTarget((_, response) => json(response, { error: "unauthorized", data: null }, 401));
    const environment = environmentAt(refusing.baseUrl, { first: { token: "a-token-of-yesterday" } });
    const error: unknown = await openDriver(environment, { runId: "r" }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(LoginError);
    expect((error as LoginError).message).toMatch(/credentials\.token.*refused.*401.*may have expired/);
    expect((error as LoginError).message).not.toContain("yesterday");
  });

  test("takes a given token that one operation refuses and another takes", async () => {
    const target = await startTarget(({ url }, response) =>
      url.startsWith("/v2") ? json(response, { error: "not here", data: null }, 401) : json(response, []),
    );
    await driverOf(environmentAt(target.baseUrl, { first: { token: "a-token-of-today" } }));
  });

  test("without credentials says what to set, and first whether anybody answers at all", async () => {
    const opened = (baseUrl: string) => openDriver(environmentAt(baseUrl, { first: {} }), { runId: "r" });
    const { baseUrl } = await startTarget((_, response) => {
      response.writeHead(401).end();
    });
    await expect(opened(baseUrl)).rejects.toThrow(/credentials\.privateKey/);
    await expect(opened("http://127.0.0.1:1")).rejects.toThrow(UnreachableError);
  });
});
