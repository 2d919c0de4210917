/** The rules by which judgements become the status of a requirement (design, section 4). */
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import type { Unjudged } from "../../spec/vocabulary/unjudged.ts";
import type { Level } from "../../spec/requirements/index.ts";
import type { RequirementStatus } from "./model.ts";
import { scopeWords, type WaiverUse } from "./waived.ts";

/** What the configuration or the profile says about a requirement before anything was sent. */
export interface Applicability {
  readonly status: "skipped" | "inconclusive";
  readonly reason: string;
  /** The kind of the reason, where reports act on it. */
  readonly unjudged?: Unjudged;
  /** True for a reason that is none where the target answered no request with a success. */
  readonly ifAnswered?: boolean;
  /** True for what only a run can see of the target. */
  readonly isSeenInRun?: true;
  /** True where the target's own choice leaves nothing to judge. */
  readonly choice?: true;
}

export interface StatusInput {
  readonly id: string;
  readonly level: Level;
  readonly judged: number;
  readonly failed: number;
  /** Messages of our own errors while judging it. */
  readonly errors: readonly string[];
  readonly applicability?: Applicability;
  /** Its waivers, with what each of them covers. */
  readonly waivers: readonly WaiverUse[];
  /** Day of the run, YYYY-MM-DD, to which expiry is compared. */
  readonly today: string;
  /** False for a shard, a filtered run, and one that was cut short: what passes there may fail in the rest. */
  readonly whole: boolean;
  /** The sentence for a requirement that nothing exercised. */
  readonly unjudged: string;
}

export interface StatusRuling {
  readonly status: RequirementStatus;
  readonly reason?: string;
  readonly unjudged?: Unjudged;
  readonly choice?: true;
  /** The waiver that covers its failures, or failed to: it expired, or nothing is left that it covers. */
  readonly waiver?: Waiver;
  /** True where it is red for that waiver alone, which has nothing left to cover. */
  readonly needless?: true;
  /** Waivers that cover some of its failures, while others count. */
  readonly partly?: readonly WaiverUse[];
}

/**
 * Failures first, because they are proven; then our own errors, which are never green; then what passed; what nothing
 * exercised is skipped or inconclusive, never passed. A waiver covers failures until its day, and turns red when it has
 * nothing to cover any more.
 */
export function statusOf(input: StatusInput): StatusRuling {
  if (input.failed > 0) return ofFailures(input);
  if (input.errors.length > 0) return { status: "error", reason: input.errors.join(" · ") };
  if (input.judged > 0) {
    const needless = needlessOf(input);
    if (needless) return needless;
    return { status: "passed" };
  }
  if (input.applicability) {
    const { status, reason, unjudged, choice } = input.applicability;
    return { status, reason, ...(unjudged ? { unjudged } : {}), ...(choice ? { choice } : {}) };
  }
  return { status: "inconclusive", reason: input.unjudged };
}

/** What covers failures of several operations covers none twice: waivers of one requirement do not overlap. */
function ofFailures(input: StatusInput): StatusRuling {
  const used = input.waivers.filter(({ failed }) => failed > 0);
  const valid = used.filter(({ waiver }) => !expired(waiver, input.today));
  const covered = valid.reduce((sum, { failed }) => sum + failed, 0);
  if (covered >= input.failed)
    return needlessOf(input) ?? { status: "waived", reason: valid.map(withExpiry).join("; "), ...firstOf(valid) };
  const [late] = used.filter(({ waiver }) => expired(waiver, input.today));
  if (late) {
    const { waiver } = late;
    return { status: "failed", reason: `Its waiver (${named(late)}) expired on ${waiver.expires}.`, waiver };
  }
  const status = input.level === "MUST" ? "failed" : "warned";
  if (valid.length === 0) return { status };
  const reason = `${covered} of its ${input.failed} failures are waived: ${valid.map(withExpiry).join("; ")}. The others count.`;
  return { status, reason, partly: valid };
}

/** A waiver that has nothing to cover any more is red, and says how to mend that; not in a part of a run. */
function needlessOf({ id, waivers, whole }: StatusInput): StatusRuling | undefined {
  const needless = waivers.find(({ judged, failed }) => judged > 0 && failed === 0);
  if (!needless || !whole) return undefined;
  const { waiver } = needless;
  const scope = scopeWords(waiver);
  const entry = `\`waivers: ${id}\`${scope === "" ? "" : ` for ${scope}`}`;
  const where = scope === "" ? "" : ` for ${waiver.operation ?? waiver.face ?? ""}`;
  const reason = `It passes${where}, yet it is waived (${named(needless)}); remove the entry ${entry} from the configuration.`;
  return { status: "failed", reason, waiver, needless: true };
}

function firstOf([first]: readonly WaiverUse[]): { readonly waiver?: Waiver } {
  return first ? { waiver: first.waiver } : {};
}

function withExpiry(use: WaiverUse): string {
  return `${named(use)} (until ${use.waiver.expires})`;
}

function named({ waiver }: WaiverUse): string {
  const scope = scopeWords(waiver);
  return scope === "" ? waiver.reason : `${waiver.reason}, ${scope}`;
}

function expired(waiver: Waiver, today: string): boolean {
  return waiver.expires < today;
}
