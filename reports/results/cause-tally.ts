/** What failed together, counted in bounded memory: from it follows which failures share a cause. */
import { closenessOf } from "../../spec/requirements/closeness.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";

/** Counts of one requirement, of the scripts in which something failed. */
export interface CauseCounts {
  /** Judgements that passed, and that failed. */
  readonly passed: number;
  readonly failed: number;
  /** Scripts in which it failed. */
  readonly scripts: number;
  /** Of these, those in which no answer was found wrong before. */
  readonly first: number;
  /**
   * Of its scripts those in which another requirement failed on the same exchange or, but for what is wrong with one answer
   * by itself, the same trace.
   */
  readonly beside: Readonly<Record<string, number>>;
  /** Of its scripts those in which another requirement was judged at all. Absent in runs of earlier versions. */
  readonly shown?: Readonly<Record<string, number>>;
  /** Its failures for the form of a value, by that form. Absent where there are none, and in runs of earlier versions. */
  readonly forms?: Readonly<Record<string, number>>;
  /** Its failures by the operation of the decisive exchange. Absent in runs of earlier versions. */
  readonly on?: Readonly<Record<string, number>>;
}

export interface CauseState {
  /** Scripts in which something failed. */
  readonly scripts: number;
  readonly requirements: Readonly<Record<string, CauseCounts>>;
}

interface Counts {
  passed: number;
  failed: number;
  scripts: number;
  first: number;
  readonly beside: Map<string, number>;
  readonly shown: Map<string, number>;
  readonly forms: Map<string, number>;
  readonly on: Map<string, number>;
}

/** The evidence of a requirement's failures in one history. */
interface Evidence {
  first: number;
  readonly exchanges: Set<number>;
  readonly traces: Set<string>;
}

export class CauseTally {
  #scripts = 0;
  readonly #counts = new Map<string, Counts>();

  /** Takes in what was judged of one whole script. @param traceOf the trace that an exchange is about */
  add(judgements: readonly Judgement[], traceOf: (exchange: number) => string | undefined): void {
    const failing = new Map<string, Evidence>();
    for (const { requirement, outcome, exchanges } of judgements) {
      if (outcome === "passed") continue;
      const evidence = failing.get(requirement) ?? { first: Infinity, exchanges: new Set(), traces: new Set() };
      failing.set(requirement, evidence);
      evidence.first = Math.min(evidence.first, exchanges[0] ?? Infinity);
      for (const exchange of exchanges) {
        evidence.exchanges.add(exchange);
        const trace = traceOf(exchange);
        if (trace !== undefined) evidence.traces.add(trace);
      }
    }
    if (failing.size === 0) return;
    this.#scripts++;
    for (const { requirement, outcome, form, operationId } of judgements) {
      const counts = this.#of(requirement);
      if (outcome === "passed") {
        counts.passed++;
        continue;
      }
      counts.failed++;
      if (form !== undefined) addTo(counts.forms, form);
      if (operationId) addTo(counts.on, operationId);
    }
    const judged = new Set(judgements.map(({ requirement }) => requirement));
    const earliest = Math.min(...[...failing.values()].map(({ first }) => first));
    for (const [id, evidence] of failing) {
      const counts = this.#of(id);
      counts.scripts++;
      if (evidence.first === earliest) counts.first++;
      for (const [other, theirs] of failing)
        if (other !== id && areLinked(evidence, theirs, isOfOneAnswer(id, other))) addTo(counts.beside, other);
      for (const other of judged) addTo(counts.shown, other);
    }
  }

  merge({ scripts, requirements }: CauseState): void {
    this.#scripts += scripts;
    for (const [id, other] of Object.entries(requirements)) {
      const counts = this.#of(id);
      counts.passed += other.passed;
      counts.failed += other.failed;
      counts.scripts += other.scripts;
      counts.first += other.first;
      for (const [beside, count] of Object.entries(other.beside)) addTo(counts.beside, beside, count);
      // What earlier versions counted is taken as if everything had been judged in each script.
      const shown = other.shown ?? Object.fromEntries(Object.keys(other.beside).map((one) => [one, other.scripts]));
      for (const [one, count] of Object.entries(shown)) addTo(counts.shown, one, count);
      for (const [form, count] of Object.entries(other.forms ?? {})) addTo(counts.forms, form, count);
      for (const [operation, count] of Object.entries(other.on ?? {})) addTo(counts.on, operation, count);
    }
  }

  /** Undefined where nothing failed. */
  toJSON(): CauseState | undefined {
    if (this.#scripts === 0) return undefined;
    return {
      scripts: this.#scripts,
      requirements: Object.fromEntries(
        [...this.#counts].map(([id, { beside, shown, forms, on, ...counts }]) => [
          id,
          {
            ...counts,
            beside: Object.fromEntries(beside),
            shown: Object.fromEntries(shown),
            ...(forms.size > 0 ? { forms: Object.fromEntries(forms) } : {}),
            ...(on.size > 0 ? { on: Object.fromEntries(on) } : {}),
          },
        ]),
      ),
    };
  }

  #of(id: string): Counts {
    let counts = this.#counts.get(id);
    if (!counts) {
      const none = { passed: 0, failed: 0, scripts: 0, first: 0 };
      counts = { ...none, beside: new Map(), shown: new Map(), forms: new Map(), on: new Map() };
      this.#counts.set(id, counts);
    }
    return counts;
  }
}

function addTo(counts: Map<string, number>, id: string, more = 1): void {
  counts.set(id, (counts.get(id) ?? 0) + more);
}

/** What is wrong with an answer by itself does not follow from what else is wrong with the trace. */
const isOfOneAnswer = (id: string, other: string): boolean => closenessOf(id) === 0 && closenessOf(other) > 0;

function areLinked(one: Evidence, other: Evidence, byExchange: boolean): boolean {
  const smaller = one.exchanges.size <= other.exchanges.size ? one : other;
  const larger = smaller === one ? other : one;
  return (
    [...smaller.exchanges].some((exchange) => larger.exchanges.has(exchange)) ||
    (!byExchange && [...smaller.traces].some((trace) => larger.traces.has(trace)))
  );
}
