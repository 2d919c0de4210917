/**
 * The spot check: runs some scripts of an archive again on the live target and holds the answers against those in the
 * archive, and reads traces that the archive says it left there. What changes from run to run is left out: ids, times,
 * values. What stays is compared: statuses, media types, the members of documents and their types, what is judged.
 */
import { randomInt } from "node:crypto";
import { openDriver, readSavedParts, type Driver, type Environment } from "../../driver/index.ts";
import { Case, judge } from "../../checks/index.ts";
import { payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { workflowsWithForms } from "../../spec/readings/forms.ts";
import { withListedWorkflow } from "../engine/listed-workflow.ts";
import { restamp } from "../engine/plan/restamp.ts";
import { newRunId } from "../engine/plan/run-plan.ts";
import { answerDifference, answersOf } from "./answers.ts";
import { OwnNames } from "./own-names.ts";
import { sameAsSaved } from "./same.ts";
import type { SavedRun } from "./read-run.ts";

export interface SpotCheckOptions {
  readonly environment: Environment;
  readonly run: SavedRun;
  readonly histories: Uint8Array;
  /** Name of the file of histories. */
  readonly name: string;
  readonly profile: Profile;
  /** Scripts that are run again. */
  readonly sample: number;
  readonly signal?: AbortSignal;
}

export interface SpotCheck {
  readonly scripts: number;
  readonly exchanges: number;
  /** Traces of the archive that were looked for, and those that are there as the archive says. */
  readonly traces: { readonly asked: number; readonly there: number };
  /** What is answered otherwise than in the archive, one sentence each. */
  readonly differences: readonly string[];
}

/** @throws what keeps a driver from connecting */
export async function spotCheck(options: SpotCheckOptions): Promise<SpotCheck> {
  const { environment, signal } = options;
  const names = new OwnNames();
  const chosen = await sampleOf(options, names);
  const runId = newRunId(new Date());
  const driverOptions = { runId, ...(signal ? { signal } : {}) };
  const driver = await openDriver(await withListedWorkflow(environment, driverOptions), driverOptions);
  try {
    const differences: string[] = [];
    let exchanges = 0;
    for (const before of chosen) {
      const now = await driver.run(
        restamp(before.script, runId, workflowsWithForms(environment.workflows, options.profile)),
        { profile: options.profile },
      );
      exchanges += now.exchanges.length;
      differences.push(...historyDifferences(before, now, { names, profile: options.profile, driver }));
    }
    const traces = await readAgain(driver, options.profile, chosen, differences);
    return { scripts: chosen.length, exchanges, traces, differences };
  } finally {
    await driver.close();
  }
}

/**
 * Histories drawn by chance, so that nobody knows beforehand which scripts will be asked for again.
 * @param names is told the names of members in all histories
 */
async function sampleOf(
  { run, histories, name, sample, environment }: SpotCheckOptions,
  names: OwnNames,
): Promise<readonly History[]> {
  const open = run.scripts
    .filter(({ judgedOn, again }) => judgedOn === undefined && again === undefined)
    .map(({ script }) => script);
  const usable = environment.access === "read-write" ? open : open.filter(readsOnly);
  const wanted = new Set<string>();
  while (wanted.size < Math.min(sample, usable.length)) wanted.add(usable[randomInt(usable.length)]?.id ?? "");
  const found: History[] = [];
  for await (const part of readSavedParts(histories, name, () => undefined)) {
    if (part.type !== "history") continue;
    names.add(part.history);
    if (part.history.again === undefined && wanted.has(part.history.script.id)) found.push(part.history);
  }
  return found;
}

function readsOnly({ steps }: History["script"]): boolean {
  return steps
    .flatMap((step) => ("parallel" in step ? step.parallel.flat() : [step]))
    .every(({ op }) => op !== "create" && op !== "act");
}

function historyDifferences(
  before: History,
  now: History,
  { names, profile, driver }: { readonly names: OwnNames; readonly profile: Profile; readonly driver: Driver },
): readonly string[] {
  const { id } = before.script;
  const isOwn = (name: string): boolean => names.has(name);
  const [earlier, later] = [answersOf(before, isOwn), answersOf(now, isOwn)];
  const places = [...new Set([...earlier.keys(), ...later.keys()])];
  // What cannot be sent here, such as a write where nothing may be written, says nothing; its cause is told elsewhere.
  const unsent = new Set([...before.unsent, ...now.unsent].map(({ step }) => step));
  const answered = places.flatMap((place) => {
    if (unsent.has(place)) return [];
    const found = answerDifference(earlier.get(place), later.get(place));
    return found === undefined ? [] : [`${id}, step ${place}: ${found}`];
  });
  const failedIn = (history: History): string =>
    judge(new Case(history, { profile, target: driver.target }))
      .judgements.filter(({ outcome }) => outcome === "failed")
      .map(({ requirement }) => requirement)
      .filter((requirement, at, all) => all.indexOf(requirement) === at)
      .sort()
      .join(", ");
  const [broken, brokenNow] = [failedIn(before), failedIn(now)];
  if (broken === brokenNow) return answered;
  return [
    ...answered,
    `${id}: in the archive it breaks ${broken || "nothing"}; now it breaks ${brokenNow || "nothing"}`,
  ];
}

/** Reads the states of traces that the archive created, as it last read them. */
async function readAgain(
  driver: Driver,
  profile: Profile,
  histories: readonly History[],
  differences: string[],
): Promise<SpotCheck["traces"]> {
  let [asked, there] = [0, 0];
  for (const [trace, last] of histories.flatMap(lastStates)) {
    asked += 1;
    const script = {
      id: `spot-check/${trace}`,
      title: "The state of a trace that the archive left",
      steps: [{ op: "state", face: last.face, trace } as const],
    };
    const [now] = (await driver.run(script, { profile })).exchanges;
    if (!now || !succeeded(now)) continue;
    if (sameAsSaved(payloadOf(last), payloadOf(now))) there += 1;
    else differences.push(`trace ${trace}: its state is not the one that the archive read last`);
  }
  return { asked, there };
}

/** For each trace whose state was read after all that was written to it, that answer. */
function lastStates({ exchanges }: History): readonly (readonly [string, Exchange])[] {
  const last = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const { intent } = exchange;
    if (!("traceId" in intent) || exchange.defects.length > 0) continue;
    if (intent.kind === "act") last.delete(intent.traceId);
    if (intent.kind === "state" && exchange.actor === "first" && succeeded(exchange))
      last.set(intent.traceId, exchange);
  }
  return [...last].slice(0, 2);
}
