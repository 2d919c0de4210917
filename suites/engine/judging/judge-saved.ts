/** Judges saved histories again, in their order, as the run that saved them did. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { JudgingContext } from "../../../spec/requirements/judgement.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import { readLagMs } from "../../../spec/readings/read-lag.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { Parts } from "../../extensions/parts.ts";
import { lookAt, quieted, wantsAnother, wasRefusedTrace, type Look } from "./looks.ts";
import { joinedByTrace } from "./joined-probes.ts";
import { isLate, isOfProbes, isProbe } from "../plan/script-kinds.ts";
import { LookRecorder, type Looks } from "./look-recorder.ts";
import type { Recorder } from "../results/recorder.ts";
import type { Selection } from "../plan/selection.ts";

interface SavedJudgeOptions {
  readonly recorder: Recorder;
  readonly selection: Selection;
  readonly parts: Pick<Parts, "rules" | "requirements">;
  readonly context: JudgingContext;
}

export class SavedJudge {
  readonly #options: SavedJudgeOptions;
  readonly #looks: LookRecorder;
  /** Scripts that are to run once more, by what tells their runs from others. */
  readonly #open = new Map<string, Looks>();
  /** Scripts that were refused a trace where so many may be open at once: these run once more when there is room. */
  readonly #refusedTrace = new Map<string, Looks>();
  readonly #alone: string[] = [];
  readonly #brokenInProbes = new Set<string>();
  /** Those of the probes that were not put together yet. */
  readonly #probes: History[] = [];

  constructor(options: SavedJudgeOptions) {
    this.#options = options;
    const { recorder, context } = options;
    const again = ({ history }: Look): Look => this.#lookAt(history);
    this.#looks = new LookRecorder(recorder, () => context.profile, again);
  }

  /** Takes the traffic of a history, in the order in which they were saved. */
  addTraffic(history: History): void {
    this.#options.recorder.addTraffic(history);
  }

  /** @param known what is to be believed of it, where what showed late in it was looked into */
  add(history: History, known?: Look): void {
    const { context } = this.#options;
    if (isOfProbes(history.script)) this.#probes.push(history);
    else this.endProbes();
    const look = known ?? this.#lookAt(history);
    if (isProbe(history.script)) {
      this.#looks.record([isLate(history.script) ? look : quieted(look, this.#brokenInProbes)]);
      return;
    }
    const key = JSON.stringify([history.script.id, history.judgedOn]);
    const before = this.#open.get(key);
    this.#open.delete(key);
    const isOnceMore = before !== undefined || (history.again !== undefined && this.#refusedTrace.delete(key));
    if ((history.again !== undefined) !== isOnceMore) this.#alone.push(history.script.id);
    if (!look.judged) return;
    const looks: Looks = before ? [...before, look] : [look];
    const isBounded = readingOf(context.profile, "action-gating")?.creations === "so-many-open";
    const [{ history: first }] = looks;
    if (wantsAnother(looks)) this.#open.set(key, looks);
    else if (isBounded && first.again === undefined && wasRefusedTrace(first)) this.#refusedTrace.set(key, looks);
    else this.#looks.record(looks);
  }

  /**
   * Takes what is there of scripts that were to run once more, and did not.
   * @returns the ids of scripts that did not run as often as their answers ask for
   */
  finish(): readonly string[] {
    this.endProbes();
    for (const looks of [...this.#open.values(), ...this.#refusedTrace.values()]) {
      this.#alone.push(looks[0].history.script.id);
      this.#looks.record(looks);
    }
    this.#open.clear();
    this.#refusedTrace.clear();
    this.#looks.finish();
    return [...new Set(this.#alone)];
  }

  /** Takes what the probes that were added did on one trace each, judged by what is known now. */
  endProbes(): void {
    const probes = this.#probes.splice(0);
    const { parts, context } = this.#options;
    for (const history of joinedByTrace(probes, parts, readLagMs(context.profile)))
      this.#looks.record([quieted(this.#lookAt(history), this.#brokenInProbes)]);
  }

  #lookAt(history: History): Look {
    const { selection, parts, context } = this.#options;
    return lookAt(history, context, { only: judgedOn(history, selection), rules: parts.rules });
  }
}

/** The requirements that a history is judged on. */
export function judgedOn(history: History, { requirements }: Selection): ReadonlySet<RequirementId> {
  const own = history.judgedOn && new Set(history.judgedOn);
  return own ? new Set([...requirements].filter((id) => own.has(id))) : requirements;
}
