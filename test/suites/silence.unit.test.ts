/** After which request a target that had answered answered nothing any more. */
import { expect, test } from "vitest";
import { askingOnceMore, SilenceWatch } from "../../suites/engine/results/silence.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";

const target = { organization: "acme" } as JudgingTarget;
const driver = { target, listenAgain: () => true };

function exchange(sentAtMs: number, tookMs: number, isAnswered: boolean, more: Partial<Exchange> = {}): Exchange {
  const answer = isAnswered
    ? { response: { status: 200, headers: {}, bytes: 0 } }
    : { failure: { kind: "timeout", message: "" } };
  const request = { method: "GET", path: `/trace/${String(sentAtMs)}/state?x` };
  const receivedAtMs = sentAtMs + tookMs;
  return {
    ...{ operationId: "legacyTraceState", intent: { kind: "state" }, defects: [], request, sentAtMs, receivedAtMs },
    ...answer,
    ...more,
  } as unknown as Exchange;
}
const history = (id: string, ...exchanges: readonly Exchange[]): History => ({
  script: { id, title: id, steps: [] },
  exchanges,
  unsent: [],
});
/** What is told once it was asked once more, and not answered. */
function told(...histories: readonly History[]) {
  const watch = new SilenceWatch();
  for (const one of histories) watch.note(one);
  const script = askingOnceMore(driver, watch);
  if (!script) return "not asked";
  expect(watch.first).toBeUndefined();
  watch.note(history(script.id, exchange(9_000, 100, false)));
  return watch.first;
}

const [answered, inVain] = [exchange(0, 50, true), exchange(10, 100, false)];

test("is the one that was sent first of those that ended after the last answer", () => {
  const alone = history("a/b/late", exchange(20, 100, false));
  expect(told(alone, history("a/b/c", answered, inVain))).toEqual({ request: "GET /trace/10/state", script: "a/b/c" });
});

test("is told of no target that never answered, answers again, or answers logins alone", () => {
  expect(told(history("a/b/c", inVain))).toBe("not asked");
  expect(told(history("a/b/c", answered, inVain, exchange(200, 5, true)))).toBe("not asked");
  const login = exchange(0, 50, true, { operationId: "legacyLoginCredential" });
  expect(told(history("a/b/c", login, inVain))).toBe("not asked");
});

test("is asked for where an organization is known, and something was given up", () => {
  const seen = { isSilent: true };
  expect(askingOnceMore({ ...driver, target: { ...target, organization: undefined } as never }, seen)).toBeUndefined();
  expect(askingOnceMore({ ...driver, listenAgain: () => false }, seen)).toBeUndefined();
  expect(askingOnceMore(driver, seen)).toMatchObject({ id: "scenarios/silence/once-more" });
});
