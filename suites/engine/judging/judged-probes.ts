/** Judges what the probes of a run exchanged: each history by itself, and what was done on one trace together. */
import type { History } from "../../../spec/vocabulary/history.ts";
import type { Parts } from "../../extensions/parts.ts";
import { joinedByTrace } from "./joined-probes.ts";
import { believedOfProbes, type Look } from "./looks.ts";

interface Judging {
  readonly parts: Pick<Parts, "requirements">;
  /** How far reads are behind writes. */
  readonly lagMs: number;
  /** Looks at a history whose traffic is new. */
  readonly judge: (history: History) => Look;
  /** Looks at it with all that is known by now. */
  readonly again: (history: History) => Look;
  /** The look, once what showed late in it was looked into. */
  readonly lookInto: (look: Look) => Promise<Look>;
}

/** @returns what is believed of them */
export async function judgedProbes(histories: readonly History[], judging: Judging): Promise<readonly Look[]> {
  const first: Look[] = [];
  for (const history of histories) {
    first.push(judging.judge(history));
    // Signals and timers have their turn.
    await new Promise(setImmediate);
  }
  for (const history of joinedByTrace(histories, judging.parts, judging.lagMs)) {
    first.push(judging.again(history));
    await new Promise(setImmediate);
  }
  const looks: Look[] = [];
  for (const look of first) looks.push(await judging.lookInto(look));
  return believedOfProbes(looks, judging.again);
}
