/** Which members of the data of a script's actions stay as they are, because they decide what may come next on its traces. */
import type { KeptValues } from "../../spec/data-schemas/kept-values.ts";
import { waysOf, type Way } from "../../spec/readings/process.ts";
import type { JsonObject } from "../../spec/json.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { fittingAction } from "../schema/action-input.ts";
import { goesOn, inputOf } from "./writing-steps.ts";

interface Context {
  readonly workflows: readonly WorkflowDescription[];
  readonly profile: Profile;
  /** Keys of the actions of a trace that a script names by its id, where they are known. */
  readonly done?: (traceId: string) => { readonly workflow: number; readonly keys: readonly string[] } | undefined;
}

/** An action of a script, and how many are taken before it on its trace. */
interface Placed {
  readonly place: string;
  readonly key: string;
  readonly at: number;
}

/** Members that stay as they are, for which group the action is done, and what it brings whatever its form makes of the data. */
export interface KeptOnWay extends KeptValues {
  readonly group?: string;
  readonly asTaken?: JsonObject;
}

/** By the place of a step that creates a trace or appends an action: what stays as it was there. */
export function keptOnWays({ workflows, profile, done }: Context, script: Script): ReadonlyMap<string, KeptOnWay> {
  if (!readingOf(profile, "action-gating")?.ways) return new Map();
  const traces = new Map<string, { readonly workflow: number; readonly keys: string[]; readonly placed: Placed[] }>();
  for (const { step, place } of placedSteps(script)) {
    if (step.op !== "create" && step.op !== "act" && step.op !== "walk") continue;
    const workflow = (step.op === "walk" ? step.actAfterFirstPage?.workflow : step.workflow) ?? 0;
    const purpose = step.op === "create" ? "create" : "act";
    const key = inputOf(step).action ?? fittingAction(workflows[workflow], purpose)?.key ?? "";
    const name = step.op === "create" ? (step.as === undefined ? place : `$${step.as}`) : step.trace;
    if (typeof name !== "string") continue;
    const before = step.op === "create" ? undefined : done?.(name);
    const trace = traces.get(name) ?? { workflow, keys: [...(before?.keys ?? [])], placed: [] };
    traces.set(name, trace);
    trace.placed.push({ place, key, at: trace.keys.length });
    if (step.op === "create" || goesOn(step)) trace.keys.push(key);
  }
  return new Map(
    [...traces.values()].flatMap(({ workflow, keys, placed }) => {
      const ways = waysOf(profile, workflows[workflow]);
      // What is tried at the end, and may be refused, says where the trace is to be.
      const wanted = [...keys, ...placed.filter(({ at }) => at === keys.length).map((one) => one.key)].slice(
        0,
        keys.length + 1,
      );
      // Of several that begin alike one that ends there is meant, rather than one that goes on otherwise.
      const [own] = ways.toSorted(
        (one, other) =>
          inCommon(other, wanted) - inCommon(one, wanted) || goesOtherwise(one, wanted) - goesOtherwise(other, wanted),
      );
      const addsUp = own !== undefined && inCommon(own, wanted) > ofOthers(own, ways);
      return placed.flatMap(({ place, key, at }): (readonly [string, KeptOnWay])[] => {
        const fits = (way: Way): boolean => way[at]?.key === key && inCommon(way, keys) >= at;
        const step = (own && fits(own) ? own : ways.find(fits))?.[at];
        if (!step) return [];
        const { key: _, asTaken, ...decides } = step;
        const kept = addsUp && asTaken ? { ...decides, asTaken } : decides;
        return Object.keys(kept).length > 0 ? [[place, kept]] : [];
      });
    }),
  );
}

/**
 * With how many of its actions a way begins that others begin with as well, whatever the numbers: from there on what must add up
 * counts. Where there are no others, with all up to its last number.
 */
function ofOthers(way: Way, ways: readonly Way[]): number {
  const others = ways.filter((one) => one.every(({ asTaken }) => asTaken === undefined));
  const keys = (one: Way): readonly string[] => one.map(({ key }) => key);
  if (others.length > 0) return Math.max(...others.map((one) => inCommon(way, keys(one))));
  return Math.min(way.findLastIndex(({ asTaken }) => asTaken !== undefined) + 1, way.length - 1);
}

const goesOtherwise = (way: Way, keys: readonly string[]): number =>
  Number(inCommon(way, keys) < Math.min(way.length, keys.length));

/** With how many of these actions the way begins. */
function inCommon(way: Way, keys: readonly string[]): number {
  const other = keys.findIndex((key, at) => way[at]?.key !== key);
  return other < 0 ? keys.length : other;
}
