/** Reads the saved histories of a run once: what ran, what the probes saw, which scripts there are, what times. */
import { readSavedParts } from "../../driver/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { RunRecord } from "../engine/record/run-record.ts";
import { runRecordProblems } from "../engine/record/run-record-schema.ts";
import { ExchangeFacts } from "./exchange-facts.ts";
import { isEnding, isLate, isProbe } from "../engine/plan/script-kinds.ts";
import type { SavedScript } from "./scripts-again.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface SavedRun {
  readonly record: RunRecord;
  readonly probes: readonly History[];
  /** Of what was looked into when the run was under way. */
  readonly late: readonly History[];
  /** By which traces that were done with were ended. */
  readonly endings: readonly History[];
  readonly scripts: readonly SavedScript[];
  readonly facts: ExchangeFacts;
  /** The last digest of the chain: it stands for everything that was recorded. */
  readonly chain: string | undefined;
}

interface ReadRun {
  /** Absent where the histories do not say what ran. */
  readonly run?: SavedRun;
  readonly problems: readonly string[];
}

/** @throws HistoryError for what is no file of histories */
export async function readRun(histories: Uint8Array, name: string, time?: TimeLimit): Promise<ReadRun> {
  const problems: string[] = [];
  const tell = (problem: string): void => {
    if (problems.length < 20) problems.push(problem);
  };
  const probes: History[] = [];
  const [late, endings]: [History[], History[]] = [[], []];
  const scripts: SavedScript[] = [];
  let run: { readonly record: RunRecord; readonly facts: ExchangeFacts } | undefined;
  let chain: string | undefined;
  let read = 0;
  let closed = false;
  for await (const part of readSavedParts(histories, name, tell)) {
    if (time?.isOver) return { problems };
    if (closed) tell(`${name}: something stands behind its end`);
    if (part.type === "run") {
      const wrong = runRecordProblems(part.run);
      if (run || read > 0) tell(`${name}: what ran is said twice, or not at the beginning`);
      else if (wrong.length > 0)
        tell(`${name}: what ran is not said as a run says it: ${wrong.slice(0, 3).join("; ")}`);
      else {
        const record = part.run as unknown as RunRecord;
        run = { record, facts: new ExchangeFacts(record) };
      }
    } else if (part.type === "history") {
      read += 1;
      const { history } = part;
      if (part.chain === undefined) tell(`${name}: the history of ${history.script.id} is not whole, or has no digest`);
      else chain = part.chain;
      run?.facts.add(history, isProbe(history.script));
      if (isLate(history.script)) late.push(history);
      else if (isEnding(history.script)) endings.push(history);
      else if (isProbe(history.script)) probes.push(history);
      else {
        const { script, judgedOn, again } = history;
        scripts.push({
          script,
          ...(judgedOn ? { judgedOn } : {}),
          ...(again === undefined ? {} : { again }),
        });
      }
    } else {
      closed = true;
      if (part.leftOut > 0) tell(`${name}: ${part.leftOut} histories were not kept, as they were beyond the bound`);
      if (part.histories !== read) tell(`${name}: ${part.histories} histories were saved; ${read} are there`);
    }
  }
  if (!run) return { problems: [...problems, `${name}: it does not say what ran; run again with this version`] };
  if (!closed) tell(`${name}: its end is missing`);
  return { run: { ...run, probes, late, endings, scripts, chain }, problems };
}
