/** Paths through the process of a workflow: how far a trace can still go, and what brings it to where more is possible. */
import { begunWith, followers, mayFollow, type ProcessRules } from "../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";

/** No preparation is longer. */
const maxPreparation = 6;

/** The process of one workflow, for the one who plans the actions of a trace. */
export class Paths {
  readonly #rules: ProcessRules;
  readonly #workflow: WorkflowDescription;
  readonly #longest = new Map<string, number>();

  constructor(rules: ProcessRules, workflow: WorkflowDescription) {
    this.#rules = rules;
    this.#workflow = workflow;
  }

  /** Keys of the actions that may come next. */
  next(done: readonly string[]): readonly string[] {
    return [...new Set(followers(this.#rules, this.#workflow, done).map(({ key }) => key))];
  }

  /** How many actions can still follow, counted up to `most`. */
  longest(done: readonly string[], most: number): number {
    if (most <= 0) return 0;
    const place = `${this.#place(done)} ${String(most)}`;
    const known = this.#longest.get(place);
    if (known !== undefined) return known;
    let best = 0;
    for (const key of this.next(done)) {
      best = Math.max(best, 1 + this.longest([...done, key], most - 1));
      if (best === most) break;
    }
    this.#longest.set(place, best);
    return best;
  }

  /** The shortest way to an action of this kind, which is its last; undefined where none leads there. */
  wayTo(done: readonly string[], isWanted: (key: string) => boolean): readonly string[] | undefined {
    let reached: readonly (readonly string[])[] = [[]];
    const seen = new Set<string>();
    for (let length = 0; length <= maxPreparation && reached.length > 0; length += 1) {
      const further: (readonly string[])[] = [];
      for (const path of reached)
        for (const key of this.next([...done, ...path])) {
          if (isWanted(key)) return [...path, key];
          const place = this.#place([...done, ...path, key]);
          if (!seen.has(place)) further.push([...path, key]);
          seen.add(place);
        }
      reached = further;
    }
    return undefined;
  }

  /**
   * Actions that may all come at the same time, whichever comes first: the same one as often as it may, or else two
   * different ones.
   */
  together(done: readonly string[], wanted: number): readonly string[] {
    const next = this.next(done);
    const repeated = next.map((key) => Array<string>(this.#times(done, key, wanted)).fill(key));
    const most = repeated.reduce((best, keys) => (keys.length > best.length ? keys : best), [] as readonly string[]);
    if (most.length >= 2) return most;
    for (const one of next)
      for (const other of next)
        if (one !== other && this.#inAnyOrder(done, one, other)) return [one, other].slice(0, wanted);
    return most;
  }

  /** The shortest preparation after which so many actions may come at the same time, or as many as can be. */
  preparation(done: readonly string[], wanted: number): readonly string[] {
    let reached: readonly (readonly string[])[] = [[]];
    let best: { readonly path: readonly string[]; readonly width: number } = { path: [], width: 0 };
    const seen = new Set<string>();
    for (let length = 0; length <= maxPreparation && reached.length > 0; length += 1) {
      for (const path of reached) {
        const width = this.together([...done, ...path], wanted).length;
        if (width > best.width) best = { path, width };
      }
      if (best.width >= wanted) break;
      reached = reached.flatMap((path) =>
        this.next([...done, ...path]).flatMap((key) => {
          const place = this.#place([...done, ...path, key]);
          if (seen.has(place)) return [];
          seen.add(place);
          return [[...path, key]];
        }),
      );
    }
    return best.width >= 2 ? best.path : [];
  }

  #times(done: readonly string[], key: string, wanted: number): number {
    const all = [...done];
    while (all.length - done.length < wanted && mayFollow(this.#rules, all, key)) all.push(key);
    return all.length - done.length;
  }

  #inAnyOrder(done: readonly string[], one: string, other: string): boolean {
    return mayFollow(this.#rules, [...done, one], other) && mayFollow(this.#rules, [...done, other], one);
  }

  /** What of the actions done decides what may come next. */
  #place(done: readonly string[]): string {
    const ofBeginning = begunWith(this.#rules, done);
    const {
      next,
      after,
      before,
      atMost,
      together = [],
      ends = [],
      endsAfter,
      mostActions,
      paths,
    } = {
      ...this.#rules,
      ...ofBeginning,
    };
    if (paths) return done.join(" ");
    const telling = new Set([...[after, before].flatMap((keys) => Object.values(keys ?? {}).flat()), ...ends]);
    const counts = Object.keys({ ...atMost, ...endsAfter }).map((key) => done.filter((other) => other === key).length);
    return JSON.stringify([
      ofBeginning && done[0],
      next && done.findLast((key) => Object.hasOwn(next, key)),
      [...telling].filter((key) => done.includes(key)),
      counts,
      together.map(({ keys }) => done.filter((key) => keys.includes(key)).length),
      mostActions === undefined ? 0 : done.length,
    ]);
  }
}
