/** Other users read the state after every action of a process: a cache per user must not keep the old one. */
import { alternating } from "../../../../spec/operations.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { readBy } from "./answers-to-others.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { begun } from "../processes/begun.ts";
import { wayThrough } from "../processes/ways.ts";

/** At most so many readers, after at most so many actions. */
const [mostReaders, mostActions] = [2, 10];

export function readByEverybody(context: SuiteContext, script: MakeScript) {
  const { target, profile, seed } = context;
  const readers = (target.people ?? []).filter(({ account, may }) => account !== "first" && may.includes("read"));
  const ways = target.workflows.flatMap((description, workflow) => {
    const done = wayThrough(profile, description).slice(0, mostActions);
    return done.length > 1 ? [{ workflow, done }] : [];
  });
  if (readers.length === 0) return [];
  const title = "What an action changed of the state is shown to whoever reads it, through both faces";
  return ways.slice(0, byDepth(context, { quick: 0, standard: 2, deep: 4 })).map((way, at) => {
    // Users who only read come first; which ones depends on the workflow and the seed.
    const turn = (seed + at * mostReaders) % readers.length;
    const chosen = [...readers.slice(turn), ...readers.slice(0, turn)]
      .toSorted((one, other) => Number(one.may.includes("write")) - Number(other.may.includes("write")))
      .slice(0, mostReaders);
    return script(context, at === 0 ? "by-everybody" : `by-everybody-${String(at)}`, title, (draft) =>
      begun(draft, way.workflow, way.done, "v2").flatMap((step): readonly OperationStep[] => [
        step,
        ...chosen.flatMap(({ account }, place) => readBy(account, alternating(place + at))),
      ]),
    );
  });
}
