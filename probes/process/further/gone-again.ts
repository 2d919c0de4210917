/** Repeats a way on a fresh trace, with the choices that led on before, and tries actions there. */
import { alternating } from "../../../spec/operations.ts";
import type { Way } from "../../../spec/readings/process.ts";
import { choicesIn } from "../forms/members-to-choose.ts";
import { type SeenTrace, wayOf } from "./deciding.ts";
import type { Explorer } from "../walk/explore.ts";

export type WayStep = Way[number];

/** The part of an explorer that repeats ways. */
export type Goer = Pick<Explorer, "repeat" | "requests" | "tryAfter"> & {
  readonly known: Pick<Explorer["known"], "workflow">;
  stage: Explorer["stage"];
  readonly sender: Pick<Explorer["sender"], "kept">;
};

interface Going {
  /** The keys that were accepted so far, the creation first. */
  readonly done: readonly string[];
  /** Tries an action as the next one. */
  readonly isTaken: (step: WayStep) => Promise<boolean>;
}

/** The ways of the traces with the values of all choices, as another choice may lead elsewhere. */
export function waysWithChoices({ known: { workflow } }: Goer, traces: readonly SeenTrace[]): readonly Way[] {
  const choices = workflow.actions.flatMap(({ key, dataSchema }) =>
    dataSchema ? choicesIn(dataSchema).map((member) => ({ key, member })) : [],
  );
  return traces.map((trace) => wayOf(trace, choices));
}

/** Creates a trace like the beginning of a way; undefined where that is refused. */
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

/** Does each of these actions once, as soon as it may come: refused ones are tried again after another was accepted. */
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
