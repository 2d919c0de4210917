/**
 * Scripts as the process of a workflow allows them: each action becomes one that may come at that point. Where several
 * shall come at the same time, the trace is first brought to where they may; what no path allows is left out.
 */
import { mayBringFiles, mayBringSeveral, needsFile } from "../../spec/readings/file-policy.ts";
import { processOf, waysOf, type Way } from "../../spec/readings/process.ts";
import { parallelStepOf, isParallel, placedSteps, type PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { ActStep, CreateStep, OperationStep, Script, Step, WalkStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, FilesWanted, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { withMarker, markerOf } from "../json/marker.ts";
import { seedFrom } from "../sample.ts";
import { fittingAction } from "../schema/action-input.ts";
import { pruneScript } from "../scripts/prune-script.ts";
import { mapSteps } from "../scripts/steps.ts";
import { askedOfOwnTraces, beginningWith, labelsAskedAlone } from "./own-traces.ts";
import { Paths } from "./paths.ts";
import { type Asked, goesOn, inputOf } from "./writing-steps.ts";

export interface ProcessContext {
  readonly runId: string;
  readonly workflows: readonly WorkflowDescription[];
  readonly profile: Profile;
  /** Keys of the actions of a trace that a script names by its id, where they are known. */
  readonly done?: (traceId: string) => { readonly workflow: number; readonly keys: readonly string[] } | undefined;
}

/** The script on paths that the process allows; the same script where the target has none. */
export function followProcess(context: ProcessContext, script: Script): Script {
  const paths = context.workflows.map((workflow) => {
    const rules = processOf(context.profile, workflow);
    return rules && new Paths(rules, workflow);
  });
  if (!paths.some((one) => one !== undefined)) return script;
  return new Follower(context, script, paths).followed();
}

interface Trace {
  readonly workflow: number;
  readonly done: string[];
  /** One of the ways that are known to be taken where data decide: each script goes another one. */
  readonly towards?: Way | undefined;
}

class Follower {
  readonly #context: ProcessContext;
  readonly #script: Script;
  readonly #paths: readonly (Paths | undefined)[];
  readonly #traces = new Map<string, Trace>();
  /** The action chosen for a step, by its place; null where none may come. */
  readonly #chosen = new Map<string, string | null>();
  readonly #pageSizes = new Map<string, number>();
  /** By the place of the step, or of the parallel group, before which they come. */
  readonly #preparations = new Map<string, readonly ActStep[]>();
  #prepared = 0;

  constructor(context: ProcessContext, script: Script, paths: readonly (Paths | undefined)[]) {
    this.#context = context;
    this.#script = script;
    this.#paths = paths;
  }

  followed(): Script {
    const placed = placedSteps(this.#script);
    const left = placed.filter(({ step }) => goesOn(step));
    for (const group of Map.groupBy(placed, ({ at }) => at).values()) {
      const together = group.length > 1 ? this.#prepareTogether(group) : new Map<PlacedStep, string | null>();
      for (const at of group) {
        const { step, place } = at;
        if (left[0] === at) left.shift();
        if (step.op === "create") this.#create(place, step, left);
        const reserved = together.get(at);
        if (reserved !== undefined) this.#chosen.set(place, reserved);
        else if (this.#chosen.get(place) === null) continue;
        else if (step.op === "act" || (step.op === "walk" && step.actAfterFirstPage)) this.#act(place, step, left);
      }
    }
    return this.#rewritten();
  }

  #create(place: string, step: CreateStep, left: PlacedStep[]): void {
    const index = step.workflow ?? 0;
    const workflow = this.#context.workflows[index];
    const paths = this.#paths[index];
    const usual = step.action ?? fittingAction(workflow, "create")?.key;
    if (usual === undefined || !workflow) return;
    const wanted = step.as === undefined ? 0 : countOn(`$${step.as}`, left);
    const reach = (key: string): number => paths?.longest([key], wanted) ?? wanted;
    const better =
      step.action === undefined && reach(usual) < wanted
        ? workflow.actions.filter(({ creates }) => creates).find(({ key }) => reach(key) > reach(usual))
        : undefined;
    const key = better?.key ?? usual;
    if (better) this.#chosen.set(place, key);
    if (step.as === undefined) return;
    const ways = waysOf(this.#context.profile, workflow).filter(([first]) => first?.key === key);
    const longEnough = ways.filter((way) => way.length > wanted);
    const roomy = longEnough.length > 0 ? longEnough : ways.slice(0, 1);
    const towards = roomy[seedFrom(this.#script.id, step.as) % Math.max(1, roomy.length)];
    this.#traces.set(`$${step.as}`, { workflow: index, done: [key], towards });
    const room = paths ? paths.longest([key], wanted) : wanted;
    for (const at of surplusOf(`$${step.as}`, left, wanted - room, room)) {
      this.#chosen.set(at.place, null);
      left.splice(left.indexOf(at), 1);
    }
  }

  #act(place: string, step: ActStep | WalkStep, left: readonly PlacedStep[]): void {
    const trace = this.#traceOf(step);
    const paths = trace && this.#paths[trace.workflow];
    if (!trace || !paths || typeof step.trace !== "string" || (step.op === "act" && step.outOfOrder)) return;
    // On a trace of one link the walk ends with its first page, and nothing is appended.
    const isOver = step.op === "walk" && trace.done.length < 2;
    if (step.op === "act" && goesOn(step)) this.#bringToFiles(place, step, trace, paths);
    const key = isOver ? undefined : this.#choice(paths, trace, inputOf(step), countOn(step.trace, left));
    if (!goesOn(step)) {
      // What is refused for another reason is sent where it would be accepted without that reason.
      if (key !== undefined) this.#chosen.set(place, key);
      return;
    }
    this.#chosen.set(place, key ?? null);
    // On a trace that is kept short a walk needs smaller pages, or it ends before anything is appended.
    if (step.op === "walk") this.#pageSizes.set(place, Math.max(1, Math.min(step.size, trace.done.length - 1)));
    if (key !== undefined) trace.done.push(key);
  }

  /**
   * Of the actions that may come, one that leaves room for those wanted later; among such the usual one. Files go to an
   * action that takes them, even if fewer may follow: what is sent without them shows nothing of them.
   */
  #choice(paths: Paths, trace: Trace, { action, files = [] }: Asked, later: number): string | undefined {
    const workflow = this.#context.workflows[trace.workflow];
    const usual = action ?? fittingAction(workflow, "act")?.key;
    const open = (key: string): boolean => !actionOf(workflow, key)?.dataSchema;
    const takes = (key: string): boolean => takesSo(actionOf(workflow, key)?.files, files.length);
    // What is asked for by name may be without the files that it needs: it gets them.
    const isAsked = (key: string): boolean => files.length === 0 && action === key;
    const leads = (key: string): boolean =>
      action === undefined && [...trace.done, key].every((one, at) => trace.towards?.[at]?.key === one);
    return paths
      .next(trace.done)
      .map((key) => ({ key, room: paths.longest([...trace.done, key], later) }))
      .toSorted(
        (left, right) =>
          (files.length > 0 ? Number(takes(right.key)) - Number(takes(left.key)) : 0) ||
          right.room - left.room ||
          Number(isAsked(right.key)) - Number(isAsked(left.key)) ||
          Number(takes(right.key)) - Number(takes(left.key)) ||
          Number(leads(right.key)) - Number(leads(left.key)) ||
          Number(right.key === usual) - Number(left.key === usual) ||
          Number(open(right.key)) - Number(open(left.key)),
      )[0]?.key;
  }

  /** Where no action that may come takes files, those come before it that lead to one. */
  #bringToFiles(place: string, { trace: reference, face, files = [] }: ActStep, trace: Trace, paths: Paths): void {
    const workflow = this.#context.workflows[trace.workflow];
    if (files.length === 0 || typeof reference !== "string") return;
    const way = paths.wayTo(trace.done, (key) => takesSo(actionOf(workflow, key)?.files, files.length));
    const before = way?.slice(0, -1) ?? [];
    if (before.length === 0) return;
    this.#prepare(place, { reference, face }, trace, before);
    trace.done.push(...before);
  }

  /** The actions of a parallel group for the traces on which several branches act, with what must come before. */
  #prepareTogether(group: readonly PlacedStep[]): ReadonlyMap<PlacedStep, string | null> {
    const chosen = new Map<PlacedStep, string | null>();
    const acts = group.filter(({ step, place }) => step.op === "act" && goesOn(step) && !this.#chosen.has(place));
    for (const [reference, onTrace] of Map.groupBy(acts, ({ step }) => (step as ActStep).trace)) {
      const trace = typeof reference === "string" ? this.#known(reference) : undefined;
      const paths = trace && this.#paths[trace.workflow];
      if (!trace || !paths || new Set(onTrace.map(({ branch }) => branch)).size < 2) continue;
      const preparation = paths.preparation(trace.done, onTrace.length);
      const [first] = onTrace;
      if (first && preparation.length > 0)
        this.#prepare(String(first.at), { reference, face: (first.step as ActStep).face }, trace, preparation);
      trace.done.push(...preparation);
      const keys = paths.together(trace.done, onTrace.length);
      onTrace.forEach((at, index) => chosen.set(at, keys[index] ?? null));
      trace.done.push(...keys.slice(0, onTrace.length));
    }
    return chosen;
  }

  #prepare(
    at: string,
    { reference: trace, face }: { readonly reference: ActStep["trace"]; readonly face: ActStep["face"] },
    { workflow }: Trace,
    keys: readonly string[],
  ): void {
    const steps = keys.map((action): ActStep => {
      this.#prepared += 1;
      const label = `prepared-${String(this.#prepared)}`;
      const { runId } = this.#context;
      const marker = { run: runId, marker: markerOf(this.#script.id, runId, label) };
      const data = withMarker({ prepares: label }, marker);
      return { op: "act", face, trace, workflow, action, data, preparatory: true };
    });
    this.#preparations.set(at, [...(this.#preparations.get(at) ?? []), ...steps]);
  }

  #traceOf(step: ActStep | WalkStep): Trace | undefined {
    return typeof step.trace === "string" ? this.#known(step.trace) : undefined;
  }

  #known(reference: string): Trace | undefined {
    const known = this.#traces.get(reference);
    if (known) return known;
    const before = this.#context.done?.(reference);
    if (!before) return undefined;
    const trace = { workflow: before.workflow, done: [...before.keys] };
    this.#traces.set(reference, trace);
    return trace;
  }

  #rewritten(): Script {
    const dropped = new Set<OperationStep>();
    const [alone, begun] = [labelsAskedAlone(this.#script), new Set<string>()];
    const changed = mapSteps(this.#script, (step, place) => {
      const key = this.#chosen.get(place);
      if (key === undefined) return step;
      if (step.op === "walk") return { ...withAction(step, key), size: this.#pageSizes.get(place) ?? step.size };
      if (step.op !== "create" && step.op !== "act") return step;
      if (key !== null) return { ...step, action: key };
      if (step.op === "act" && step.as !== undefined && alone.has(step.as) && this.#mayBegin(step, place)) {
        begun.add(step.as);
        return beginningWith(step);
      }
      const lost = { ...step };
      dropped.add(lost);
      return lost;
    });
    const before = (place: string): readonly ActStep[] => this.#preparations.get(place) ?? [];
    const prepared = (step: Step, at: number): Step =>
      isParallel(step)
        ? {
            parallel: step.parallel.map((branch, number) =>
              branch.flatMap((inner, index) => [...before(`${at}.${number}.${index}`), inner]),
            ),
          }
        : step;
    const steps = changed.steps.flatMap((step, at): readonly Step[] => [...before(String(at)), prepared(step, at)]);
    const moved = askedOfOwnTraces({ ...changed, steps }, begun);
    return pruneScript(moved, (step) => !dropped.has(step));
  }

  /** True for an action that brings files of unusual kinds, with which a trace may begin as well. */
  #mayBegin({ workflow: index = 0, files = [], traits = [] }: ActStep, place: string): boolean {
    const workflow = this.#context.workflows[index];
    const begins = fittingAction(workflow, "create");
    const isFree = readingOf(this.#context.profile, "action-gating")?.creations === undefined;
    const takesFiles = begins?.files !== "pdf" && mayBringFiles(begins?.files);
    return (
      files.length > 0 &&
      traits.length > 0 &&
      parallelStepOf(place) === undefined &&
      begins !== undefined &&
      takesFiles &&
      isFree
    );
  }
}

function withAction(step: WalkStep, key: string | null): WalkStep {
  const { actAfterFirstPage, ...plain } = step;
  return key === null || !actAfterFirstPage
    ? plain
    : { ...step, actAfterFirstPage: { ...actAfterFirstPage, action: key } };
}

/** Whether an action that wants such files takes so many; a single one of a kind of its own takes the place of what is sent. */
function takesSo(wants: FilesWanted | undefined, count: number): boolean {
  if (count === 0) return !needsFile(wants);
  return wants !== "pdf" && (count > 1 ? mayBringSeveral(wants) : mayBringFiles(wants));
}

function actionOf(workflow: WorkflowDescription | undefined, key: string): ActionDescription | undefined {
  return workflow?.actions.find((action) => action.key === key);
}

/**
 * The actions that are left out where a trace takes fewer than are wanted: those in a row with others, which only make
 * it longer, so that what comes between reads is done all the same.
 * @param room so many actions the trace takes: of one alone nothing is left for what only makes it longer
 */
function surplusOf(trace: string, left: readonly PlacedStep[], surplus: number, room: number): readonly PlacedStep[] {
  const mine = left.filter(({ step }) => step.op === "act" && step.trace === trace);
  const rows: PlacedStep[][] = [];
  for (const at of mine) {
    const row = rows.at(-1);
    if (at.branch === undefined && row?.at(-1)?.at === at.at - 1) row.push(at);
    else rows.push([at]);
  }
  const dropped: PlacedStep[] = [];
  while (dropped.length < surplus) {
    const longest = rows.reduce((best, row) => (row.length > best.length ? row : best), []);
    const last = longest.length > 1 ? longest.pop() : undefined;
    if (!last) break;
    dropped.push(last);
  }
  const [lengthening, ...others] = rows;
  const isCut = dropped.some(({ at }) => at === (lengthening?.[0]?.at ?? NaN) + 1);
  return room === 1 && isCut && others.length > 0 && lengthening?.length === 1 ? [...dropped, ...lengthening] : dropped;
}

function countOn(trace: string, left: readonly PlacedStep[]): number {
  return left.filter(({ step }) => "trace" in step && step.trace === trace).length;
}
