/** What the page carries: a light part that is parsed at once, and the failures in chunks that are parsed when opened. */
import type { RenderOptions } from "../format.ts";
import type { Failure, RequirementResult, Results, Verdict } from "../results/model.ts";
import { failureSentence } from "../text/answer.ts";
import { shortenMiddle } from "../text/escape.ts";
import { changesSince, type Changes } from "../text/changes.ts";
import { toldSensitivity } from "../text/sensitivity.ts";
import { toneOf } from "../text/run-failures.ts";
import { tokenVariables, type ShellVariable } from "../text/shell-login.ts";
import { budgetSentence } from "../text/latency-budgets.ts";
import { greenSteps } from "../text/green-steps.ts";
import { headline, nextSteps, verdictLabel, type NextStep } from "../text/headline.ts";

/** Failures in one `script` element. */
const failuresPerChunk = 25;
const maxTracesLeft = 50;

/** What a failure's line shows before it is opened. */
type FailureStub = Pick<Failure, "message" | "operation" | "face" | "waived">;

export interface PageRequirement extends Omit<RequirementResult, "failures"> {
  readonly failures: readonly FailureStub[];
}

export interface PageData extends Omit<Results, "requirements" | "tracesLeft"> {
  readonly requirements: readonly PageRequirement[];
  readonly verdictWords: string;
  /** As what it is shown: what the exit code says. */
  readonly tone: Verdict;
  readonly headline: string;
  readonly nextSteps: readonly NextStep[];
  /** What is told of operations above their latency budget. */
  readonly budgets?: string;
  readonly changes?: Changes;
  readonly failuresPerChunk: number;
  /** How to get the tokens that curl lines take from variables. */
  readonly tokens: readonly ShellVariable[];
  readonly tracesLeft: { readonly count: number; readonly first: readonly string[] };
}

export interface FailureChunk {
  /** Id of the `script` element. */
  readonly id: string;
  readonly failures: readonly Failure[];
}

/** The part that is parsed at once. */
export function pageData(results: Results, options: RenderOptions): PageData {
  const { tracesLeft = [], requirements, sensitivity: _measured, ...rest } = results;
  const sensitivity = toldSensitivity(results);
  const budgets = budgetSentence(results);
  return {
    ...rest,
    requirements: requirements.map((requirement) => ({
      ...requirement,
      failures: requirement.failures?.map(stub) ?? [],
    })),
    verdictWords: verdictLabel(results),
    tone: toneOf(results),
    headline: headline(results),
    nextSteps: [...nextSteps(results, options), ...greenSteps(results, options)],
    ...(sensitivity ? { sensitivity } : {}),
    ...(budgets === undefined ? {} : { budgets }),
    ...(options.previous ? { changes: changesSince(options.previous, results) } : {}),
    failuresPerChunk,
    tokens: tokenVariables(results),
    tracesLeft: { count: tracesLeft.length, first: tracesLeft.slice(0, maxTracesLeft) },
  };
}

/** The failures, chunk by chunk. */
export function* failureChunks(results: Results): Generator<FailureChunk> {
  for (const { id, failures = [] } of results.requirements) {
    for (let start = 0; start < failures.length; start += failuresPerChunk) {
      const chunk = failures.slice(start, start + failuresPerChunk);
      yield { id: chunkId(id, start / failuresPerChunk), failures: chunk };
    }
  }
}

export function chunkId(requirement: string, chunk: number): string {
  return `failures-${requirement}-${chunk}`;
}

function stub(failure: Failure): FailureStub {
  const { operation, face, waived } = failure;
  const short = shortenMiddle(failureSentence(failure), 600);
  return {
    message: short,
    ...(operation ? { operation } : {}),
    ...(face ? { face } : {}),
    ...(waived ? { waived } : {}),
  };
}
