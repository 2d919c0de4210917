/** A way that was seen, gone again on a fresh trace, with the choices that led on then. */
import { alternating } from "../../../spec/operations.ts";
import type { Way } from "../../../spec/readings/process.ts";
import { choicesIn } from "../forms/members-to-choose.ts";
import { type SeenTrace, wayOf } from "./deciding.ts";
import type { Explorer } from "../walk/explore.ts";

export type WayStep = Way[number];

/** The part of an explorer that goes on a trace. */
export type Goer = Pick<Explorer, "repeat" | "requests" | "tryAfter"> & {
  readonly known: Pick<Explorer["known"], "workflow">;
  stage: Explorer["stage"];
  readonly sender: Pick<Explorer["sender"], "kept">;
};

interface Going {
  /** Keys of what was taken so far, that of the creation first. */
  readonly done: readonly string[];
  /** Tries an action as the next one. */
  readonly isTaken: (step: WayStep) => Promise<boolean>;
}

/** The ways of traces; another choice of a form may have led elsewhere. */
export function waysWithChoices({ known: { workflow } }: Goer, traces: readonly SeenTrace[]): readonly Way[] {
  const choices = workflow.actions.flatMap(({ key, dataSchema }) =>
    dataSchema ? choicesIn(dataSchema).map((member) => ({ key, member })) : [],
  );
  return traces.map((trace) => wayOf(trace, choices));
}

/** Begins a trace as a way begins; undefined where that is not taken. */
export async function begunAgain(explorer: Goer, first: WayStep): Promise<Going | undefined> {
  const { traceId } = await explorer.repeat([first.key], [first]);
  if (traceId === undefined) return undefined;
  const done = [first.key];
  let turn = 0;
  const isTaken = async ({ key, ...kept }: WayStep): Promise<boolean> => {
    turn += 1;
    explorer.sender.kept = new Map([[key, kept]]);
    const taken = await explorer.tryAfter(traceId, [...done], key, alternating(turn));
    explorer.sender.kept = new Map();
    if (taken) done.push(key);
    return taken;
  };
  return { done, isTaken };
}

/** Takes each of these once, as soon as it may come: what was refused is tried again once another one was taken. */
export async function takeAsTheyMay(going: Going, keys: readonly string[], mayGoOn: () => boolean): Promise<void> {
  let left = keys;
  for (let isNew = true; isNew && left.length > 0;) {
    isNew = false;
    for (const key of left)
      if (mayGoOn() && (await going.isTaken({ key }))) {
        left = left.filter((one) => one !== key);
        isNew = true;
      }
  }
}
