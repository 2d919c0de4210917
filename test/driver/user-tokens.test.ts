/** The states of a user's tokens and of the session policy, without a target. */
import { describe, expect, test, vi } from "vitest";
import { SessionPolicy } from "../../driver/tokens/session-policy.ts";
import { Lifetimes } from "../../driver/tokens/lifetimes.ts";
import { UserTokens, type RefusedToken } from "../../driver/tokens/user-tokens.ts";

const operation = "v2TraceState";
const refusal = (token: string, how: Partial<RefusedToken> = {}): RefusedToken => ({
  token,
  operation,
  adopted: false,
  sure: true,
  ...how,
});

/** A user whose logins give `login-1`, `login-2` …; `others` says whether there is another way to log in. */
function user({ configured, others = false }: { configured?: string; others?: boolean } = {}) {
  const policy = new SessionPolicy();
  const logIn = vi.fn(() =>
    Promise.resolve({ token: `login-${logIn.mock.calls.length}`, by: "v2LoginPrivateKey" as const }),
  );
  const turnAwayFrom = vi.fn(() => others);
  const tokens = new UserTokens({ logIn, turnAwayFrom, keepSecret: () => undefined }, policy, configured);
  return { policy, logIn, turnAwayFrom, tokens };
}

describe("the session policy", () => {
  test("is that tokens last, whatever a token is refused that it was never allowed", () => {
    const policy = new SessionPolicy();
    policy.accepted("old", "v2ListWorkflows", 1);
    policy.newerAccepted("old", operation);
    expect(policy.name).toBe("tokens-last");
  });

  test("becomes that logins end tokens, and then for good that refusals vary", () => {
    const policy = new SessionPolicy();
    policy.accepted("old", operation, 1);
    policy.newerAccepted("old", operation);
    expect(policy.name).toBe("logins-end-tokens");
    policy.accepted("old", operation, performance.now() - 60_000);
    expect(policy.name).toBe("logins-end-tokens");
    policy.accepted("old", operation, performance.now() + 1);
    expect(policy.name).toBe("refusals-vary");
    policy.newerAccepted("old", operation);
    expect(policy.name).toBe("refusals-vary");
  });
});

describe("a user without a token", () => {
  test("logs in once for all who wait", async () => {
    const { tokens, logIn } = user();
    expect(await Promise.all([tokens.current(), tokens.current()])).toEqual(["login-1", "login-1"]);
    expect(await tokens.current()).toBe("login-1");
    expect(logIn).toHaveBeenCalledOnce();
  });

  test("does not log in again at once after a failure", async () => {
    const { tokens, logIn } = user();
    logIn.mockRejectedValue(new Error("wrong password"));
    await expect(tokens.current()).rejects.toThrow("wrong password");
    await expect(tokens.current()).rejects.toThrow("wrong password");
    expect(logIn).toHaveBeenCalledOnce();
  });
});

describe("a token in use", () => {
  const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const ended = `${segment({})}.${segment({ exp: 1, iat: 0.999 })}.c2ln`;

  test("that is about to end is kept where no new one can be had", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    try {
      const { tokens, logIn } = user({ configured: ended });
      vi.advanceTimersByTime(1_000);
      logIn.mockRejectedValue(new Error("no credentials"));
      expect(await tokens.current()).toBe(ended);
      expect(logIn).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  test("that opened something and is refused is renewed, twice in vain at most", async () => {
    const { tokens, policy, logIn } = user({ configured: "given" });
    policy.accepted("given", "v2ListWorkflows", 0);
    for (const renewed of ["login-1", "login-2"]) {
      const refused = refusal(await tokens.current());
      policy.accepted(refused.token, "v2ListWorkflows", 0);
      expect(await tokens.replacementFor(refused)).toBe(renewed);
      tokens.replacementTried(renewed, false, refused);
    }
    policy.accepted("login-2", "v2ListWorkflows", 0);
    expect(await tokens.replacementFor(refusal("login-2"))).toBeUndefined();
    expect(logIn).toHaveBeenCalledTimes(2);
  });

  test("that opened nothing gives way to another login, or is the answer where there is none", async () => {
    const without = user({ configured: "given" });
    expect(await without.tokens.replacementFor(refusal("given"))).toBeUndefined();
    expect(without.logIn).not.toHaveBeenCalled();
    const { tokens, turnAwayFrom } = user({ others: true });
    await tokens.current();
    expect(await tokens.replacementFor(refusal("login-1"))).toBe("login-2");
    expect(turnAwayFrom).toHaveBeenCalledWith("v2LoginPrivateKey");
  });

  test("is not replaced for a refusal that may mean the user", async () => {
    const { tokens } = user({ configured: "given" });
    expect(await tokens.replacementFor(refusal("given", { sure: false }))).toBeUndefined();
  });
});

describe("a token that a login gives again while it lives", () => {
  const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  /** Of five seconds, by a clock that is ten minutes slow. */
  const tokenOf = (name: string): string =>
    `${segment({ alg: "HS256" })}.${segment({ name, iat: Date.now() / 1000 - 600, exp: Date.now() / 1000 - 595 })}.c2ln`;

  const atTimes = async (test: (after: (ms: number) => Promise<void>) => Promise<void>): Promise<void> => {
    vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout"] });
    try {
      await test(async (ms) => void (await vi.advanceTimersByTimeAsync(ms)));
    } finally {
      vi.useRealTimers();
    }
  };

  test("is as old as when it was first seen", () =>
    atTimes(async (after) => {
      const lifetimes = new Lifetimes();
      const token = tokenOf("one");
      lifetimes.seen(token);
      await after(3_500);
      lifetimes.seen(token);
      expect(lifetimes.isEnding(token)).toBe(false);
      await after(600);
      expect(lifetimes.isEnding(token)).toBe(true);
      expect(lifetimes.isEnding(tokenOf("another"))).toBe(false);
    }));

  test("is asked for again now and then, and not each time", () =>
    atTimes(async (after) => {
      const { tokens, logIn } = user();
      const token = tokenOf("one");
      logIn.mockResolvedValue({ token, by: "v2LoginPrivateKey" });
      for (let step = 0; step < 48; step++) {
        expect(await tokens.current()).toBe(token);
        await after(100);
      }
      expect(logIn.mock.calls.length).toBeGreaterThan(2);
      expect(logIn.mock.calls.length).toBeLessThan(8);
    }));

  test("gives way to the next where it is refused at its end, however often, and ends no policy", () =>
    atTimes(async (after) => {
      const { tokens, policy, logIn } = user();
      for (let turn = 0; turn < 4; turn++) {
        const [old, next] = [tokenOf(`old ${turn}`), tokenOf(`next ${turn}`)];
        logIn.mockResolvedValue({ token: old, by: "v2LoginPrivateKey" });
        await after(5_000);
        expect(await tokens.current()).toBe(old);
        policy.accepted(old, operation, performance.now());
        await after(4_100);
        // Until it has ended, the login gives the old one.
        setTimeout(() => logIn.mockResolvedValue({ token: next, by: "v2LoginPrivateKey" }), 500);
        const refused = refusal(old);
        const replaced = tokens.replacementFor(refused);
        await after(1_500);
        expect(await replaced).toBe(next);
        tokens.replacementTried(next, turn === 3, refused);
      }
      expect(policy.name).toBe("tokens-last");
    }));

  test("is not replaced where it is refused while it is fresh", () =>
    atTimes(async (after) => {
      const { tokens, policy, logIn } = user();
      logIn.mockResolvedValue({ token: tokenOf("one"), by: "v2LoginPrivateKey" });
      const token = await tokens.current();
      policy.accepted(token, "v2ListWorkflows", 0);
      await after(1_000);
      expect(await tokens.replacementFor(refusal(token))).toBeUndefined();
      expect(await tokens.replacementFor(refusal(token, { adopted: true }))).toBeUndefined();
    }));

  test("past its end has claims that mean something else", () =>
    atTimes(async (after) => {
      const lifetimes = new Lifetimes();
      const token = tokenOf("one");
      lifetimes.seen(token);
      await after(5_100);
      expect(lifetimes.isEnding(token)).toBe(true);
      lifetimes.seen(token);
      expect(lifetimes.isEnding(token)).toBe(false);
    }));
});

describe("a token that a script brought", () => {
  test("is tried in place of a refused one, and used from then on where it worked", async () => {
    const { tokens, policy } = user({ configured: "given" });
    policy.accepted("given", operation, 0);
    tokens.broughtByScript("newer");
    const refused = refusal("given");
    expect(await tokens.replacementFor(refused)).toBe("newer");
    tokens.replacementTried("newer", true, refused);
    expect(await tokens.current()).toBe("newer");
    expect([policy.name, tokens.newest]).toEqual(["logins-end-tokens", "newer"]);
  });

  test("is tried once for each operation where it did not work", async () => {
    const { tokens } = user({ configured: "given" });
    tokens.broughtByScript("newer");
    tokens.replacementTried("newer", false, refusal("given"));
    expect(await tokens.replacementFor(refusal("given"))).toBeUndefined();
    expect(await tokens.replacementFor(refusal("given", { operation: "v2ListWorkflows" }))).toBe("newer");
    expect(await tokens.current()).toBe("given");
  });

  test("is itself not replaced when it was adopted, unless logins end tokens", async () => {
    const { tokens, policy } = user({ configured: "given" });
    const adopted = refusal("adopted", { adopted: true });
    expect(await tokens.replacementFor(adopted)).toBeUndefined();
    policy.accepted("old", operation, 0);
    policy.newerAccepted("old", operation);
    expect(await tokens.replacementFor(adopted)).toBe("given");
  });
});
