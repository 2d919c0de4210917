/** The verdict in words, and what to do next; every format that people read says the same. */
import type { ActionResult, RequirementResult, Results, Verdict } from "../results/model.ts";
import { replayFrom, shellWord, targetArguments } from "../results/replay-command.ts";
import { isOver } from "../results/latency.ts";
import { shutOut } from "../results/let-in.ts";
import { hasNotBegun } from "../results/verdict.ts";
import { isScoped, scopeWords } from "../results/waived.ts";
import { isJsonObject } from "../../spec/json.ts";
import { operations as everyOperation } from "../../spec/operations.ts";
import { findRequirement } from "../../spec/requirements/index.ts";
import { isLater, sinceOf } from "../../spec/requirements/since.ts";
import { asTyped, type Typing } from "./as-typed.ts";
import { foundCauses } from "./causes.ts";
import { coverageSentence } from "./coverage.ts";
import { counted } from "./numbers.ts";
import { redFor } from "./run-failures.ts";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  conformant: "Conformant",
  "non-conformant": "Not conformant",
  incomplete: "Incomplete",
};

/** The verdict; where a green judged little, of how much; and that the run is red all the same by `--fail-on`. */
export function verdictLabel(results: Results): string {
  return labelOf({ verdict: results.verdict, judgedOnly: judgedOnly(results), redFor: redFor(results) });
}

interface Labelled {
  readonly verdict: Verdict;
  /** See `judgedOnly`. */
  readonly judgedOnly?: string | undefined;
  readonly redFor?: string | undefined;
}

/** The same of a run of which no more is known than this. */
export function labelOf({ verdict, judgedOnly: judged, redFor: red }: Labelled): string {
  const share = judged === undefined ? "" : ` in the ${judged} judged`;
  return `${verdictWords[verdict]}${share}${red === undefined ? "" : ", but red"}`;
}

/** `17 of 191` requirements of a green that judged little, or left an operation uncalled; undefined for every other run. */
export function judgedOnly(results: Results): string | undefined {
  const { verdict, summary, requirements } = results;
  const isPart = coverageSentence(results) !== undefined || uncalled(results).length > 0;
  if (verdict !== "conformant" || !isPart) return undefined;
  return `${summary.requirements.passed + summary.requirements.warned} of ${requirements.length}`;
}

const maxNamed = 6;

/** One sentence under the verdict. */
export function headline(results: Results): string {
  const red = redFor(results);
  // Of latencies more is told elsewhere.
  const asked = red === undefined || results.failOn === "latency" ? "" : ` Red for ${red}.`;
  return `${ruling(results)}${asked}${asVersion(results)}`;
}

function ruling(results: Results): string {
  const { requirements } = results.summary;
  const total = results.requirements.length;
  const notJudged = `${waivedSentence(results)}${skippedSentence(results)}${uncalledSentence(results)}${unacceptedSentence(results)}${usedUpSentence(results)}`;
  if (results.verdict === "non-conformant") {
    const rest = requirements.warned > 0 ? `, and ${counted(requirements.warned, "SHOULD")} not met` : "";
    const open = requirements.inconclusive + requirements.error;
    const unjudged = open > 0 ? ` ${open} could not be judged.` : "";
    const none = shutOut(results);
    const nothing = none ? `${none.said}. ` : silenceOf(results);
    const needless = results.requirements.filter(({ needlessWaiver }) => needlessWaiver).length;
    const failed = requirements.failed - needless;
    const said = [
      ...(failed > 0 || needless === 0 ? [`${failed} of ${counted(total, "requirement")} failed`] : []),
      ...(needless > 0 ? [`${counted(needless, "waiver")} no longer needed`] : []),
    ];
    return `${nothing}${said.join(", and ")}${rest}.${unjudged}${notJudged}`;
  }
  if (results.verdict === "incomplete")
    return `${results.reasons[0] ?? "The run could not judge everything."}${waivedSentence(results)}`;
  const warned = requirements.warned > 0 ? ` ${counted(requirements.warned, "SHOULD")} not met.` : "";
  const more =
    results.depth === "quick" ? " Depth quick leaves out most of what is generated (`--depth standard`)." : "";
  const ruled = coverageSentence(results) ?? "Every MUST that applies here was judged and holds.";
  return `${ruled}${more}${warned}${notJudged}${unjudgedByChoice(results)}`;
}

/** After which request a target that had answered answered nothing any more. */
function silenceOf({ fellSilent }: Results): string {
  if (!fellSilent) return "";
  const { request, script } = fellSilent;
  return `From some moment on nothing behind the logins was answered: the first request left without an answer is ${request}, of the script ${script}. `;
}

function waivedSentence(results: Results): string {
  const ids = results.requirements.flatMap(({ id, status, waiver, partlyWaived = [] }) => {
    const waivers = status === "waived" && waiver ? [waiver] : partlyWaived;
    return waivers.map((one) => (isScoped(one) ? `${id} (${scopeWords(one)})` : id));
  });
  return ids.length === 0 ? "" : ` ${counted(ids.length, "failure")} waived: ${named(ids)}.`;
}

function skippedSentence(results: Results): string {
  const ids = withStatus(results, "skipped").map(({ id }) => id);
  if (ids.length === 0) return "";
  if (results.verdict === "conformant" && coverageSentence(results) !== undefined) return "";
  // What was not asked for needs no names.
  const names = results.partial?.only?.length ? "" : `: ${named(ids)}`;
  return ` ${counted(ids.length, "requirement")} skipped${names}.`;
}

/** The operations that a whole run did not call once, as nothing was configured for them: a green says nothing of these. */
function uncalledSentence(results: Results): string {
  const ids = uncalled(results);
  return ids.length === 0 ? "" : ` Never called: ${named(ids)}.`;
}

function uncalled({ operations, environment, partial }: Results): readonly string[] {
  if (partial || operations.length === 0 || environment.access !== "read-write") return [];
  const called = new Set(operations.map(({ operationId }) => operationId));
  return everyOperation.map(({ id }) => id).filter((id) => !called.has(id));
}

/** The configured actions of which a whole run had none accepted: a green says nothing of what stands behind them. */
function unacceptedSentence(results: Results): string {
  const keys = unaccepted(results).map(({ actionKey }) => actionKey);
  return keys.length === 0 ? "" : ` Never accepted: ${counted(keys.length, "configured action")}, ${named(keys)}.`;
}

/** That a user may create so many traces and no more: scripts that needed another one showed nothing from then on. */
function usedUpSentence({ openPoints }: Results): string {
  const { reading } = openPoints.find(({ id }) => id === "action-gating") ?? {};
  if (!isJsonObject(reading) || reading["creations"] !== "used-up") return "";
  return " From some point on the target created no more traces: what needed another one was not tried.";
}

function unaccepted({ actions = [], partial }: Results): readonly ActionResult[] {
  return partial ? [] : actions.filter(({ accepted }) => accepted === 0);
}

/** The first of them, and how many more there are. */
function named(ids: readonly string[]): string {
  const more = ids.length > maxNamed ? ` and ${String(ids.length - maxNamed)} more` : "";
  return `${ids.slice(0, maxNamed).join(", ")}${more}`;
}

/** The MUSTs that a choice of the target leaves unjudged, so that nobody takes them for judged. */
function unjudgedByChoice(results: Results): string {
  const ids = results.requirements.filter(({ level, choice }) => level === "MUST" && choice).map(({ id }) => id);
  if (ids.length === 0) return "";
  return ` Not judged, as the target chose so: ${named(ids)}.`;
}

/** The headline, and what of the run is missing where the headline does not say so itself. */
export function wholeHeadline(results: Results): string {
  const said = headline(results);
  const part = partialSentence(results);
  return part === undefined || /interrupted|ended early/.test(said) ? said : `${said} ${part}`;
}

/** That a run judged as an earlier version of the suite, and what it left out for that. */
function asVersion({ suite: { level }, requirements }: Results): string {
  if (level === undefined) return "";
  const newer = requirements.filter((one) => isLater(sinceOf(one), level)).length;
  return ` Judged as version ${level} of the suite did: ${counted(newer, "newer requirement")} left out.`;
}

/** What of the run is missing, as a sentence; undefined for a whole run. */
export function partialSentence({ partial }: Pick<Results, "partial">): string | undefined {
  if (!partial) return undefined;
  const parts = [
    ...(partial.interrupted ? [endedHow(partial)] : []),
    ...(partial.only?.length ? [`it was limited to ${partial.only.join(", ")}`] : []),
    ...(partial.shard ? [`it is shard ${partial.shard.index} of ${partial.shard.count}`] : []),
  ];
  return parts.length > 0 ? `This is a part of a run: ${parts.join("; ")}.` : undefined;
}

function endedHow({ because }: NonNullable<Results["partial"]>): string {
  return because === undefined ? "it was interrupted" : `it ended early, as ${because}`;
}

export interface NextStep {
  readonly text: string;
  /** A command to type. */
  readonly command?: string;
  /** The requirement it is about. */
  readonly requirement?: string;
}

/**
 * What to do next, the most useful first; empty when there is nothing to do. Commands name files below the output folder
 * as the reader would type it, and run there.
 */
export function nextSteps(results: Results, typing: Typing = {}): NextStep[] {
  return stepsOf(results, typing.directory).map(({ command, ...step }) =>
    command === undefined ? step : { ...step, command: asTyped(command, typing) },
  );
}

function stepsOf(results: Results, directory: string | undefined): NextStep[] {
  return [
    ...errorSteps(results),
    ...failureSteps(results, directory),
    ...waiverSteps(results),
    ...budgetSteps(results),
    // Where actions were refused whenever they were sent, much else is open for that alone.
    ...(isWaitingForActions(results)
      ? [...actionSteps(results), ...gapSteps(results)]
      : [...gapSteps(results), ...actionSteps(results)]),
  ];
}

const isWaitingForActions = (results: Results): boolean =>
  results.verdict === "incomplete" && results.summary.exchanges > 0 && unaccepted(results).some(({ sent }) => sent > 0);

/** The requirements with this status, in the order of the register. */
export function withStatus(results: Results, ...statuses: readonly RequirementResult["status"][]): RequirementResult[] {
  return results.requirements.filter((requirement) => statuses.includes(requirement.status));
}

function failureSteps(results: Results, directory: string | undefined): NextStep[] {
  const [worst] = foundCauses(results)
    .map(({ root }) => root)
    .filter((requirement) => requirement.failures?.length);
  const failure = worst?.failures?.[0];
  if (!worst || !failure) return [];
  const word = worst.status === "failed" ? "failure" : "warning";
  return [
    {
      text: `Start with ${worst.id}. See its ${word} again:`,
      command: replayFrom(failure, directory),
      requirement: worst.id,
    },
    {
      text: `Read what is demanded and why:`,
      command: ["trace-conformance", "explain", worst.id, ...targetArguments(results.environment)]
        .map(shellWord)
        .join(" "),
      requirement: worst.id,
    },
    {
      text: `If the target conforms all the same, write down what is disputed:`,
      command: ["trace-conformance", "challenge", worst.id, ...fromFolder(directory)].map(shellWord).join(" "),
      requirement: worst.id,
    },
  ];
}

/** Where `challenge` is to look, unless it looks there anyway. Without a folder, commands are typed in it. */
const fromFolder = (directory = "."): readonly string[] =>
  directory === "conformance-report" ? [] : ["--from", directory];

function waiverSteps(results: Results): NextStep[] {
  return withStatus(results, "failed")
    .filter((requirement) => requirement.waiver && requirement.reason)
    .map((requirement) => ({ text: `${requirement.id}: ${requirement.reason}`, requirement: requirement.id }));
}

function budgetSteps({ failOn, operations }: Results): NextStep[] {
  if (failOn !== "latency" || !operations.some(isOver)) return [];
  return [
    { text: "Look in the report under Operations and Traffic at what takes long, or set another `limits.latency`." },
  ];
}

function gapSteps(results: Results): NextStep[] {
  const steps: NextStep[] = [];
  const { interrupted, because, remedy = "give it what it lacks, or look why that is" } = results.partial ?? {};
  if (interrupted && because === undefined) return [{ text: "The run was interrupted: run it again to its end." }];
  if (interrupted && because !== undefined)
    steps.push({ text: `The run ended early, as ${because}. What lets it reach its end: ${remedy}.` });
  if (results.partial?.shard) {
    const { index, count } = results.partial.shard;
    steps.push({
      text: `This is shard ${index} of ${count}, which is no verdict: hand the output folders of all ${count} to merge.`,
    });
  }
  const { requirements, summary } = results;
  if (hasNotBegun({ requirements, exchanges: summary.exchanges })) {
    const command = ["trace-conformance", "doctor", ...targetArguments(results.environment)].map(shellWord).join(" ");
    const ended =
      summary.exchanges === 0
        ? "No exchange took place."
        : `${counted(summary.exchanges, "request")} of logins and probes ${summary.exchanges === 1 ? "was" : "were"} answered, and no script was begun.`;
    steps.push({ text: `${ended} Find out what is missing:`, command });
    return steps;
  }
  if (results.summary.requirements.inconclusive === 0) return steps;
  // What a part of a run did not find out, the whole of it does.
  if (interrupted || results.partial?.shard) return steps;
  // What the configuration is to say first leaves these open by itself.
  const needed = openPointsOf(withStatus(results, "inconclusive").filter(({ unjudged }) => unjudged === undefined));
  const unread = results.openPoints.filter((one) => one.reading === undefined && one.remedy && needed.has(one.id));
  for (const point of isSilent(results) ? [] : unread.slice(0, 3))
    steps.push({
      text: `Say how the target chose in ${point.id}; this is the form, not its choice: \`${point.remedy}\``,
    });
  const [open] = withStatus(results, "inconclusive").filter((requirement) => requirement.level === "MUST");
  if (open && results.verdict === "incomplete") {
    steps.push({ text: `${open.id} could not be judged. ${open.reason ?? ""}`.trim(), requirement: open.id });
  }
  return steps;
}

/** True where the target granted nothing, or answers nothing any more: no setting brings what is missing then. */
const isSilent = (results: Results): boolean => shutOut(results) !== undefined || results.fellSilent !== undefined;

const maxActionsTold = 3;

/** What was tried of actions that were never accepted, and what may help. */
function actionSteps(results: Results): NextStep[] {
  const all = unaccepted(results);
  if (all.length === 0 || isSilent(results)) return [];
  const more = all.length > maxActionsTold ? [`And ${counted(all.length - maxActionsTold, "more", "more")}`] : [];
  const told = [...all.slice(0, maxActionsTold).map(tried), ...more].map((one) => `${one}.`).join(" ");
  const remedy =
    "Examples of their data (`examples`), the actions that they follow (`after`) or a user for their groups (`users`) may help.";
  const wanting = wantingData(all).slice(0, maxActionsTold);
  const first = wanting.map(({ workflowId, actionKey }) => `${actionKey} of workflow ${workflowId}`).join(", ");
  const add = wanting.length > 0 ? `Give \`examples:\` of the data of ${first}: a refusal named members of them. ` : "";
  return [{ text: `${add}Nothing was judged behind actions that were never accepted. ${remedy} ${told}` }];
}

/** A refusal that says which member of the data is wanted, or wrong. */
const namesData =
  /\b(?:data|traceInput|input|form|field|member|property)\b[^{}]{0,80}\b(?:required|missing|one of|permitted|allowed values?|format|pattern|too (?:short|long|large|small|few|many)|invalid|must be)\b/i;

const wantingData = (actions: readonly ActionResult[]): readonly ActionResult[] =>
  actions.filter(({ refusal }) => refusal !== undefined && namesData.test(refusal));

function tried({ actionKey, sent, refusal }: ActionResult): string {
  if (sent === 0) return `\`${actionKey}\` was never sent`;
  const answer = refusal === undefined ? "" : `; one refusal was \`${refusal}\``;
  return `\`${actionKey}\` was sent ${counted(sent, "time")} and never accepted${answer}`;
}

/** The open points by which these requirements are judged. */
function openPointsOf(open: readonly RequirementResult[]): ReadonlySet<string> {
  const records = open.flatMap(({ id }) => findRequirement(id) ?? []);
  return new Set(
    records.flatMap(({ needs = [], readings = [] }) => [
      ...readings,
      ...needs.filter((need) => need.startsWith("reading:")).map((need) => need.slice("reading:".length)),
    ]),
  );
}

function errorSteps(results: Results): NextStep[] {
  const errors = results.errors ?? [];
  const own = errors.filter(({ extension }) => extension === undefined).length;
  const said = `${counted(own, "error")} of the suite itself, not of the target: please report with results.json.`;
  // A rule for several requirements says the same of each.
  const ofExtensions = new Set(errors.flatMap(({ extension, message }) => (extension === undefined ? [] : message)));
  return [...(own > 0 ? [said] : []), ...ofExtensions].map((text) => ({ text }));
}
