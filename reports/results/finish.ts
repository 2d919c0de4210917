/** Turns what was collected into the results of a run. */
import { operations } from "../../spec/operations.ts";
import { requirements, type Requirement } from "../../spec/requirements/index.ts";
import { getOwn, type Json } from "../../spec/json.ts";
import { measuredOpenPoints } from "../../spec/open-points.ts";
import { brief, sameJson } from "../../spec/readings/equal.ts";
import type { LatencyBudgets } from "../../spec/vocabulary/latency-budgets.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { countsOf, type ActionState, type ActionUse } from "./action-tally.ts";
import { attemptsAt, oftenestFirst } from "./attempt-tally.ts";
import { causesOf } from "./causes.ts";
import type { CollectorState, OperationState, RequirementState } from "./collector-state.ts";
import type { KeptFailure } from "./failure-list.ts";
import { LatencyHistogram } from "./latency.ts";
import { lostRequests } from "./lost-requests.ts";
import {
  requirementStatuses,
  type FailOn,
  type Failure,
  type NamedExtension,
  type OpenPointResult,
  type OperationResult,
  type RequirementResult,
  type RequirementStatus,
  type Results,
} from "./model.ts";
import { shutOut } from "./let-in.ts";
import { pinnedReason } from "./pinned-reason.ts";
import { inFolder, replayCommand } from "./replay-command.ts";
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import { trafficResult } from "./traffic.ts";
import { statusOf, type Applicability } from "./status.ts";
import { unjudgedReason, wasAnswered } from "./unjudged-reason.ts";
import { unwritten, type ReadableAmount } from "./unwritten.ts";
import { verdictOf } from "./verdict.ts";
import { covers, isScoped, waiverUses, type WaiverUse } from "./waived.ts";

const maxTracesLeft = 10_000;

/** What an earlier run observed. */
export interface Baseline {
  /** The file it was read from, as it was named. */
  readonly source: string;
  /** Values by the ids of open points. */
  readonly readings: Readonly<Record<string, unknown>>;
}

/** An action, and what it is configured for: a creation by one that is appended alone says nothing of that. */
export interface ConfiguredAction extends Pick<ActionState, "workflowId" | "actionKey"> {
  readonly uses: readonly ActionUse[];
}

/** What the results need to know of an open point besides its reading. */
interface OpenPointDescription {
  readonly id: string;
  readonly question: string;
  /** The configuration entry that would settle it. */
  readonly remedy?: string;
  /** Requirements that are judged by its reading. */
  readonly requirementsAffected?: readonly string[];
}

export interface FinishOptions {
  readonly suite: { readonly version: string; readonly specDigest: string; readonly level?: string };
  readonly environment: Results["environment"];
  /** True where flags describe the target, and no file. */
  readonly byFlags?: boolean;
  readonly runId: string;
  readonly seed: number;
  readonly challenge?: string;
  readonly disturbed?: boolean;
  readonly depth: Results["depth"];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The target's profile and the open points it answers. */
  readonly profile?: Profile;
  readonly openPoints?: readonly OpenPointDescription[];
  /** What the configuration has of actions. Absent: it is not told what came of them. */
  readonly actions?: readonly ConfiguredAction[];
  /** Requirements of extensions, behind those of the register. */
  readonly ownRequirements?: readonly Requirement[];
  /** The extensions themselves. */
  readonly extensions?: readonly NamedExtension[];
  /** The arguments that name the target on the command line, for replay commands. Absent: as the environment says. */
  readonly targetArguments?: readonly string[];
  /** The output folder as somebody would type it where the run was started. Absent: commands are typed in the folder. */
  readonly directory?: string;
  /** Requirements that cannot be judged here, by their id, with the reason. */
  readonly applicability?: ReadonlyMap<string, Applicability>;
  readonly waivers?: readonly Waiver[];
  readonly failOn?: FailOn;
  /** `limits.errorRate`. Absent: as it is where nothing is said. */
  readonly errorRate?: number;
  /** `limits.latency`. Absent: nothing is held against it. */
  readonly latency?: LatencyBudgets;
  /** What an earlier run observed; what differs now is told as drift. */
  readonly baseline?: Baseline;
  /** True when the run stopped at its first failure, as it was told to. */
  readonly bailed?: boolean;
  /** What of others' traces could be read. Present only where the run may write none of its own. */
  readonly readable?: ReadableAmount;
  readonly partial?: Results["partial"];
  readonly tracesCreated?: number;
  readonly tracesPerhapsCreated?: number;
  readonly tracesLeft?: readonly string[];
  readonly fellSilent?: Results["fellSilent"];
  /** Absent: what the collector counted. */
  readonly counts?: { readonly exchanges?: number; readonly cases?: number };
}

/**
 * The results of everything that `state` holds. Every requirement of the register appears, in its order, and those of
 * extensions behind them.
 */
export function finishResults(state: CollectorState, options: FinishOptions): Results {
  const all = [...requirements, ...(options.ownRequirements ?? [])];
  const judged = all.map((requirement) => requirementResult(requirement, state, options));
  const measured = operationResults(state.operations, options.latency);
  const exchanges = options.counts?.exchanges ?? measured.reduce((sum, operation) => sum + operation.exchanges, 0);
  const { interrupted = false, because, shard } = options.partial ?? {};
  const common = { requirements: judged, errors: state.errors, exchanges, interrupted, because, shard };
  const ruling = verdictOf({ ...common, shutOut: shutOut(state) });
  return {
    schemaVersion: 1,
    suite: { name: "trace-conformance", ...options.suite },
    environment: options.environment,
    runId: options.runId,
    seed: options.seed,
    ...(options.challenge === undefined ? {} : { challenge: options.challenge }),
    ...(options.disturbed ? { disturbed: true } : {}),
    depth: options.depth,
    startedAt: options.startedAt,
    ...ruling,
    failOn: options.failOn ?? "must",
    summary: {
      requirements: countStatuses(judged),
      exchanges,
      cases: options.counts?.cases ?? state.cases,
      tracesCreated: options.tracesCreated ?? 0,
      ...(options.tracesPerhapsCreated ? { tracesPerhapsCreated: options.tracesPerhapsCreated } : {}),
      durationMs: Math.round(options.durationMs),
    },
    requirements: judged,
    ...causesIn(judged, state),
    openPoints: openPointResults(options),
    operations: measured,
    ...actionsIn(state, options),
    ...(state.traffic ? { traffic: trafficResult(state.traffic) } : {}),
    ...(state.errors.length > 0 ? { errors: state.errors } : {}),
    ...(options.extensions ? { extensions: options.extensions } : {}),
    ...(options.tracesLeft ? { tracesLeft: options.tracesLeft.slice(0, maxTracesLeft) } : {}),
    ...(options.fellSilent ? { fellSilent: options.fellSilent } : {}),
    ...(options.partial ? { partial: options.partial } : {}),
  };
}

function causesIn(judged: readonly RequirementResult[], { causes }: CollectorState): Pick<Results, "causes"> {
  const broken = judged.filter(({ status }) => status === "failed" || status === "warned");
  // What was waived and is not needed any more, and what was lost now and then, failed in no script.
  const found = broken.filter(({ failures }) => failures !== undefined).map(({ id }) => id);
  return found.length === 0 ? {} : { causes: causesOf(causes, found) };
}

/** What came of each configured action, where a run may send one. */
function actionsIn({ actions: asked = [] }: CollectorState, options: FinishOptions): Pick<Results, "actions"> {
  const { environment, actions = [] } = options;
  if (actions.length === 0 || environment.access !== "read-write") return {};
  return {
    actions: actions.map(({ workflowId, actionKey, uses }) => {
      const found = asked.filter(
        (one) => one.workflowId === workflowId && one.actionKey === actionKey && uses.includes(one.use),
      );
      const counts = countsOf(found);
      const refusal = counts.accepted === 0 ? found.find((one) => one.refusal !== undefined)?.refusal : undefined;
      return { workflowId, actionKey, ...counts, ...(refusal === undefined ? {} : { refusal }) };
    }),
  };
}

function requirementResult(requirement: Requirement, state: CollectorState, options: FinishOptions): RequirementResult {
  const tally = getOwn(state.requirements, requirement.id);
  const { depth, partial, bailed = false } = options;
  // What is missing is said by the applicability, where that was looked into.
  const needsMet = options.applicability !== undefined && state.operations.length > 0;
  const seen = { state, depth, bailed, needsMet, ...(partial ? { partial } : {}) };
  const lost = lostRequests(requirement.id, state, options.errorRate);
  const known = options.applicability?.get(requirement.id);
  const isUnanswered = known?.ifAnswered && !wasAnswered(requirement, seen);
  const ofConfiguration = isUnanswered || isLeftUnseen(known, options) ? undefined : known;
  const applicability = ofConfiguration ?? unwritten(requirement, seen, options);
  const failed = lost && !lost.isTooMany ? 0 : (tally?.failed ?? 0);
  const judged = tally?.judged ?? 0;
  const waivers = waiverUses(options.waivers ?? [], requirement.id, { ...tally, judged, failed });
  const ruling = statusOf({
    id: requirement.id,
    level: requirement.level,
    judged,
    failed,
    waivers,
    errors: state.errors.filter((error) => error.requirement === requirement.id).map((error) => error.message),
    ...(applicability ? { applicability } : {}),
    today: options.startedAt.slice(0, 10),
    whole: options.partial === undefined && !bailed,
    unjudged: unjudgedReason(requirement, seen),
  });
  const broken = ruling.status === "failed" || ruling.status === "warned";
  const reason =
    ruling.reason ??
    lost?.sentence ??
    intermittence(state, requirement.id) ??
    (broken ? pinnedReason(requirement.id, options.profile, options.openPoints ?? []) : undefined);
  const waiver = ruling.waiver ?? waivers.find((use) => !isScoped(use.waiver))?.waiver;
  const all = (tally?.failures ?? []).map((kept, at) => failure(kept, requirement.id, at + 1, state, options));
  const ordered = oftenestFirst(all);
  const failures = ruling.partly ? countingFirst(ordered, ruling.partly) : ordered;
  return {
    id: requirement.id,
    area: requirement.area,
    level: requirement.level,
    basis: requirement.basis,
    statement: requirement.statement,
    section: requirement.section,
    ...(requirement.quote ? { quote: requirement.quote } : {}),
    ...(requirement.since === undefined ? {} : { since: requirement.since }),
    operations: requirement.operations,
    status: ruling.status,
    ...(reason === undefined ? {} : { reason }),
    ...(ruling.unjudged ? { unjudged: ruling.unjudged } : {}),
    ...(ruling.choice ? { choice: true } : {}),
    judged,
    ...(failures.length > 0 ? { failures, failureCount: tally?.failed ?? failures.length } : {}),
    ...(failures.length > 0 && tally?.operations ? { byOperation: countsByOperation(tally.operations) } : {}),
    ...(waiver ? { waiver: shownWaiver(waiver) } : {}),
    ...(ruling.needless ? { needlessWaiver: true } : {}),
    ...(ruling.partly
      ? { partlyWaived: ruling.partly.map((use) => ({ ...shownWaiver(use.waiver), failures: use.failed })) }
      : {}),
  };
}

/** True for what the probes would have found out, had the run not ended early: neither a pin nor a choice settles it. */
function isLeftUnseen(known: Applicability | undefined, { partial, profile }: FinishOptions): boolean {
  if (partial?.because === undefined) return false;
  if (known?.isSeenInRun) return profile?.readings["action-gating"]?.value === undefined;
  return known?.status === "inconclusive" && known.ifAnswered === true;
}

function countsByOperation(counts: NonNullable<RequirementState["operations"]>): RequirementResult["byOperation"] {
  return Object.fromEntries(
    Object.entries(counts).map(([operation, [judged, failed]]) => [operation, { judged, failed }]),
  );
}

function shownWaiver({ requirement: _, ...shown }: Waiver): Omit<Waiver, "requirement"> {
  return shown;
}

/** Those that no waiver covers before those that one does, which are marked. */
function countingFirst(failures: readonly Failure[], partly: readonly WaiverUse[]): readonly Failure[] {
  const isWaived = ({ operation }: Failure): boolean => partly.some(({ waiver }) => covers(waiver, operation));
  const waived = failures.filter(isWaived).map((one): Failure => ({ ...one, waived: true }));
  return [...failures.filter((one) => !isWaived(one)), ...waived];
}

/** What is told of failures that did not come again. */
function intermittence({ intermittent = {} }: CollectorState, id: string): string | undefined {
  const seen = getOwn(intermittent, id);
  if (!seen) return undefined;
  const { failed, runs } = seen;
  if (failed === runs) {
    const scripts = runs === 1 ? "a run of a script" : `${runs} runs of scripts`;
    return `It also failed in ${scripts} with answers that were lost or 5xx; it was not tried again there.`;
  }
  return `It also failed in ${failed} of ${runs} runs of a script while answers were lost or 5xx, and not when the script was run again.`;
}

function failure(
  kept: KeptFailure,
  id: string,
  number: number,
  state: CollectorState,
  options: FinishOptions,
): Failure {
  const { size: _size, scriptFile = `scripts/${id}-${number}.json`, ...shown } = kept;
  const curl = kept.exchanges[0]?.curl;
  const attempts = attemptsAt(state.attempts, id, kept.script.id);
  return {
    ...shown,
    scriptFile,
    ...(attempts ? { attempts } : {}),
    ...(curl ? { curl } : {}),
    replay: replayCommand(inFolder(scriptFile, options.directory), options.environment, options.targetArguments),
  };
}

function operationResults(states: readonly OperationState[], budgets: LatencyBudgets = {}): OperationResult[] {
  const places = new Map<string, number>(operations.map((operation, place) => [operation.id, place]));
  return [...states]
    .sort((a, b) => (places.get(a.operationId) ?? 0) - (places.get(b.operationId) ?? 0))
    .map((state) => {
      const latency = new LatencyHistogram();
      latency.merge(state.latency);
      const p95BudgetMs = budgets.perOperation?.[state.operationId] ?? budgets.p95Ms;
      return {
        operationId: state.operationId,
        face: state.face,
        exchanges: state.exchanges,
        statuses: Object.fromEntries(Object.entries(state.statuses).sort(([a], [b]) => (a < b ? -1 : 1))),
        latencyMs: { p50: latency.percentile(0.5), p95: latency.percentile(0.95), p99: latency.percentile(0.99) },
        ...(p95BudgetMs === undefined ? {} : { p95BudgetMs }),
        ...(state.failures > 0 ? { failures: state.failures } : {}),
        latencyBuckets: latency.buckets,
      };
    });
}

function openPointResults(options: FinishOptions): OpenPointResult[] {
  const readings: Readonly<
    Record<string, { value?: unknown; evidence: string; pinned?: boolean; drift?: string } | undefined>
  > = options.profile?.readings ?? {};
  return (options.openPoints ?? []).map(({ id, question, remedy }) => {
    const reading = getOwn(readings, id);
    return {
      id,
      question,
      ...(reading?.value === undefined ? {} : { reading: reading.value }),
      evidence: reading?.evidence ?? "No probe looked at it in this run.",
      ...(reading?.pinned ? { pinned: true } : {}),
      ...driftOf(id, reading, options.baseline),
      ...(reading?.value === undefined && remedy ? { remedy } : {}),
    };
  });
}

/** What differs from the pin, or else from the run before. Measurements differ from run to run by themselves. */
function driftOf(
  id: string,
  reading: { readonly value?: unknown; readonly drift?: string } | undefined,
  baseline: Baseline | undefined,
): Pick<OpenPointResult, "drift" | "driftFrom"> {
  if (reading?.drift) return { drift: reading.drift };
  const [before, now] = [baseline?.readings[id], reading?.value];
  if (!baseline || before === undefined || now === undefined) return {};
  if (measuredOpenPoints.some((measured) => measured === id) || sameJson(before as Json, now as Json)) return {};
  const drift = `${brief(before as Json)} in ${baseline.source}, and now ${brief(now as Json)}.`;
  return { drift, driftFrom: baseline.source };
}

function countStatuses(judged: readonly RequirementResult[]): Record<RequirementStatus, number> {
  const count = (status: RequirementStatus): [RequirementStatus, number] => [
    status,
    judged.filter((requirement) => requirement.status === status).length,
  ];
  return Object.fromEntries(requirementStatuses.map(count)) as Record<RequirementStatus, number>;
}
