import type { Call } from "../core/call.ts";
import type { FileRecord } from "../core/records.ts";
import { badRequest, Refusal, unauthorized } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { changeResult, rewriteReply } from "../hooks/rewrite.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

/** Answers 429 with Retry-After while `isTooMuch`; `begins` and `ends` are told of every request. */
const throttled = (
  title: string,
  limit: () => { readonly isTooMuch: () => boolean; readonly begins: () => void; readonly ends: () => void },
): VariantEntry =>
  variant(title, (hooks) => {
    const { isTooMuch, begins, ends } = limit();
    const counted = new WeakSet<Call>();
    hooks.around("onRequest", (inner) => async (call) => {
      if (isTooMuch()) throw new Refusal(429, "too-many-requests", "wait a second");
      counted.add(call);
      begins();
      await inner(call);
    });
    rewriteReply(hooks, {}, (reply, call) => {
      if (counted.has(call)) ends();
      return reply.status === 429 ? { ...reply, headers: { ...reply.headers, "retry-after": "1" } } : reply;
    });
  });

/** So many requests may begin within any second. */
const perSecond = (most: number): VariantEntry =>
  throttled(`More than ${String(most)} requests in a second are answered with 429 and Retry-After.`, () => {
    let begun: number[] = [];
    return {
      isTooMuch() {
        begun = begun.filter((timeMs) => performance.now() - timeMs < 1000);
        return begun.length >= most;
      },
      begins: () => void begun.push(performance.now()),
      ends: () => undefined,
    };
  });

/** So many requests may be under way. */
const atATime = (most: number): VariantEntry =>
  throttled(`More than ${String(most)} requests at a time are answered with 429 and Retry-After.`, () => {
    let running = 0;
    return { isTooMuch: () => running >= most, begins: () => void running++, ends: () => void running-- };
  });

const references = (files: readonly FileRecord[]): { name: string; digest: string }[] =>
  files.map(({ fileName, digest }) => ({ name: fileName, digest }));

/** After so many wrong passwords in a row nobody logs in to that account for a while. */
function lockAccounts(hooks: Hooks, most: number, lockMs: number): void {
  const wrong = new Map<string, number>();
  const lockedUntilMs = new Map<string, number>();
  const emailOf = (call: Call): string => String((call.body as { email?: unknown } | undefined)?.email);
  hooks.around("token", (inner) => async (call, user) => {
    if ((lockedUntilMs.get(user.email) ?? 0) > Date.now()) throw unauthorized("the account is locked for a while");
    wrong.delete(user.email);
    return await inner(call, user);
  });
  rewriteReply(hooks, { kind: "login-credential" }, (reply, call) => {
    if (reply.status !== 401) return reply;
    const count = (wrong.get(emailOf(call)) ?? 0) + 1;
    wrong.set(emailOf(call), count);
    if (count % most === 0) lockedUntilMs.set(emailOf(call), Date.now() + lockMs);
    return reply;
  });
}

/** Limits that nobody writes down, and answers that hold more than was sent. */
export const limits: VariantEntries = {
  "link-data/files-among-the-data": variant("A link lists its files among the members of its data.", ({ policy }) => {
    const { present } = policy.link;
    policy.link.present = (link) =>
      present(link.files.length === 0 ? link : { ...link, data: { ...link.data, $attached: references(link.files) } });
  }),
  "page-size/other-through-legacy": variant("A legacy page has four links unless asked.", (hooks) =>
    changeResult(
      hooks,
      "readPage",
      (request) => (Object.values(request).every((value) => value === undefined) ? { ...request, first: 4 } : request),
      { face: "legacy" },
    ),
  ),
  "page-size/newest-through-legacy": variant("A legacy page has the newest four links unless asked.", (hooks) =>
    changeResult(
      hooks,
      "readPage",
      (request) => (Object.values(request).every((value) => value === undefined) ? { ...request, last: 4 } : request),
      { face: "legacy" },
    ),
  ),
  "rate-limit/five-at-a-time": atATime(5),
  "rate-limit/sixty-a-second": perSecond(60),
  "rate-limit/twenty-a-second": perSecond(20),
  "search-keys/longer-texts-only": variant("Texts of one or two characters cannot be searched for.", ({ policy }) => {
    const { conditions } = policy.filters;
    policy.filters.conditions = (filters) => {
      for (const [key, value] of Object.entries(filters))
        if (typeof value === "string" && value.length < 3)
          throw badRequest("filter-value", "wanted a longer text", key);
      return conditions(filters);
    };
  }),
  "size-limits/data-of-60-kb": variant("Data of more than 60,000 bytes are refused.", ({ policy }) => {
    policy.limits.dataBytes = 60_000;
  }),
  "size-limits/two-files": variant("More than two files in one request are refused with 413.", ({ policy }) => {
    policy.limits.files = 2;
  }),
  "state-data/files-among-the-data": variant(
    "The state lists the last files among the members of the data.",
    ({ policy }) => {
      const { fold } = policy.state;
      policy.state.fold = (before, link) => {
        const data = fold(before, link);
        return link.files.length === 0 ? data : { ...data, $attached: references(link.files) };
      };
    },
  ),
  "token/accounts-are-locked": variant("Three wrong passwords lock an account for two seconds.", (hooks) =>
    lockAccounts(hooks, 3, 2000),
  ),
};
