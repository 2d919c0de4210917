/**
 * Looks for an order of operations in which each takes effect between its sending and its answer, and each read shows
 * what was written before it: a check of linearizability after Wing & Gong (Testing and verifying concurrent objects,
 * 1993) with the memory of Lowe (Testing for linearizability, 2017). A write is placed as late as can be: when its
 * answer came, or when a read shows it. A read is placed as soon as it agrees, since it changes nothing.
 *
 * One thing is allowed beyond that: a read may show what was so at any time since the last action was answered before
 * it was sent. Caches and replicas that an answered action brings up to date may lag as far as that.
 */
import { bySoonest, dueOf, eventsOf, type Due, type Event } from "./events.ts";
import type { Operations } from "./operations.ts";
import { thingOf, type Thing } from "./things.ts";

/** `undecided`: given up, because too many orders are possible. */
export type Outcome = "explained" | "contradiction" | "undecided";

export interface SearchResult {
  readonly outcome: Outcome;
  /** How many choices were looked at. */
  readonly steps: number;
  /** The place of the last event that any order reached. */
  readonly reached: number;
}

/** @param maxSteps choices after which it is given up */
export function findOrder(operations: Operations, maxSteps = 200_000): SearchResult {
  return new Search(operations, maxSteps).run();
}

/** What was done since a choice, so that it can be taken back. */
interface Deed extends Event {
  readonly what: "called" | "returned" | "placed";
}

interface Choice {
  readonly at: number;
  readonly writes: readonly number[];
  readonly deeds: number;
  next: number;
}

const now: Due = { place: -1, count: -1 };
const never: Due = { place: Infinity, count: Infinity };

class Search {
  readonly #writes: number;
  readonly #thing: Thing;
  readonly #events: readonly Event[];
  readonly #due: readonly Due[];
  readonly #maxSteps: number;
  readonly #placed: Uint8Array;
  /** Called, and not yet placed. */
  readonly #waitingWrites = new Set<number>();
  readonly #waitingReads = new Set<number>();
  /** Called, and not yet returned. */
  readonly #open = new Set<number>();
  readonly #deeds: Deed[] = [];
  #at = 0;
  #steps = 0;
  #reached = 0;

  constructor(operations: Operations, maxSteps: number) {
    this.#writes = operations.writes.length;
    this.#events = eventsOf(operations);
    this.#thing = thingOf(operations, this.#events);
    this.#due = dueOf(operations, this.#events);
    this.#maxSteps = maxSteps;
    this.#placed = new Uint8Array(this.#writes + operations.reads.length);
  }

  run(): SearchResult {
    const choices: Choice[] = [];
    const seen = new Set<string>();
    for (;;) {
      const wanted = this.#goOn();
      if (wanted === undefined) return this.#end("explained");
      if (++this.#steps > this.#maxSteps) return this.#end("undecided");
      this.#reached = Math.max(this.#reached, this.#at);
      const key = this.#key();
      if (!seen.has(key)) {
        seen.add(key);
        choices.push({ at: this.#at, writes: this.#candidates(wanted), deeds: this.#deeds.length, next: 0 });
      }
      if (!this.#choose(choices)) return this.#end("contradiction");
    }
  }

  #end(outcome: Outcome): SearchResult {
    return { outcome, steps: this.#steps, reached: this.#reached };
  }

  /** Goes through what happened up to an answer whose operation is not yet placed; undefined where there is none. */
  #goOn(): number | undefined {
    for (let event = this.#events[this.#at]; event; event = this.#events[this.#at]) {
      const { call, operation } = event;
      if (!call && this.#placed[operation] === 0) {
        this.#placeUnseen();
        if (this.#placed[operation] === 0) return operation;
      }
      this.#do({ ...event, what: call ? "called" : "returned" });
      this.#at++;
      if (call && this.#isRead(operation)) this.#placeWhereItAgrees(operation);
    }
    return undefined;
  }

  /** Takes the next write of the last choice that has one left. */
  #choose(choices: Choice[]): boolean {
    for (let choice = choices.at(-1); choice; choice = choices.at(-1)) {
      while (this.#deeds.length > choice.deeds) this.#takeBack();
      this.#at = choice.at;
      const write = choice.writes[choice.next++];
      if (write === undefined) choices.pop();
      else {
        this.#place(write);
        if (![...this.#waitingReads].some((read) => this.#thing.isOver(read - this.#writes))) return true;
      }
    }
    return false;
  }

  /** What no read shows may take effect at once, where nothing that will be read is written over. */
  #placeUnseen(): void {
    const next = () =>
      [...this.#waitingWrites].find(
        (write) => this.#due[write]?.place !== Infinity && this.#thing.isUnseen(write) && this.#mayCome(write),
      );
    for (let write = next(); write !== undefined; write = next()) this.#place(write);
  }

  #mayCome(write: number): boolean {
    if (!this.#thing.mayApply(write, this.#at)) return false;
    for (const read of this.#waitingReads) if (this.#thing.forbids(read - this.#writes, write)) return false;
    return true;
  }

  /** Places a write, and every read that agrees from then on. */
  #place(write: number): void {
    this.#do({ call: false, operation: write, what: "placed" });
    for (const read of [...this.#waitingReads]) this.#placeWhereItAgrees(read);
  }

  #placeWhereItAgrees(read: number): void {
    if (this.#thing.agrees(read - this.#writes)) this.#do({ call: false, operation: read, what: "placed" });
  }

  /** The writes of which one may come next, so that the operation that was answered can be placed. */
  #candidates(wanted: number): readonly number[] {
    const reads = [...this.#waitingReads].map((read) => read - this.#writes);
    if (reads.some((read) => this.#thing.isOver(read))) return [];
    const due = (write: number): Due => (write === wanted ? now : (this.#due[write] ?? never));
    return [...this.#waitingWrites]
      .filter((write) => this.#mayCome(write))
      .filter(
        (write) =>
          write === wanted ||
          reads.some((read) => this.#thing.wants(read, write)) ||
          (this.#thing.mayBeWrittenOver(write) && due(write).place < Infinity),
      )
      .sort((left, right) => bySoonest(due(left), due(right)) || left - right);
  }

  #do(deed: Deed): void {
    const { operation, what } = deed;
    const waiting = this.#isRead(operation) ? this.#waitingReads : this.#waitingWrites;
    this.#deeds.push(deed);
    if (what === "called") {
      this.#open.add(operation);
      waiting.add(operation);
    } else if (what === "returned") this.#open.delete(operation);
    else {
      this.#placed[operation] = 1;
      waiting.delete(operation);
      if (!this.#isRead(operation)) this.#thing.apply(operation);
    }
  }

  #takeBack(): void {
    const deed = this.#deeds.pop();
    if (!deed) return;
    const { operation, what } = deed;
    const waiting = this.#isRead(operation) ? this.#waitingReads : this.#waitingWrites;
    if (what === "called") {
      this.#open.delete(operation);
      waiting.delete(operation);
    } else if (what === "returned") this.#open.add(operation);
    else {
      this.#placed[operation] = 0;
      waiting.add(operation);
      if (!this.#isRead(operation)) this.#thing.undo(operation);
    }
  }

  /** Where the search is: what was answered is placed, so only what is open need be told. */
  #key(): string {
    const placed = [...this.#open].filter((operation) => this.#placed[operation] === 1).sort((a, b) => a - b);
    return `${this.#at} ${placed.join(",")} ${this.#thing.key()}`;
  }

  #isRead(operation: number): boolean {
    return operation >= this.#writes;
  }
}
