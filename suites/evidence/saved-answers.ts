/** What the probes of a run exchanged, handed out again to whoever asks the same. */
import type { History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { sameAsSaved } from "./same.ts";
import { settled } from "./settled.ts";

interface Question {
  readonly script: Script;
  readonly answer: (history: History) => void;
}

interface Pause {
  /** By the clock of the exchanges, in milliseconds. */
  readonly untilMs: number;
  readonly end: () => void;
}

/**
 * Answers in the order in which the run was answered, and ends pauses when they ended: what was asked at once decides by
 * what was known then.
 */
export class SavedAnswers {
  readonly #open: Set<History>;
  readonly #byId: ReadonlyMap<string, History>;
  readonly #unknown: string[] = [];
  readonly #questions = new Set<Question>();
  readonly #pauses = new Set<Pause>();
  #nowMs: number;
  #isServing = false;

  /** @param histories in the order in which they were saved */
  constructor(histories: readonly History[]) {
    this.#open = new Set(histories);
    this.#byId = new Map(histories.map((history) => [history.script.id, history]));
    this.#nowMs = histories[0] ? endOf(histories[0]) : 0;
  }

  /** What was saved of the script, once; an empty history, which is a problem, where nothing was. */
  take(script: Script): Promise<History> {
    return new Promise((answer) => {
      this.#questions.add({ script, answer });
      this.#serve();
    });
  }

  pause(ms: number): Promise<void> {
    return new Promise((end) => {
      this.#pauses.add({ untilMs: this.#nowMs + ms, end });
      this.#serve();
    });
  }

  get problems(): readonly string[] {
    return unlikeSaved("probes", {
      unknown: this.#unknown,
      unasked: [...this.#open].map(({ script }) => script.id),
    });
  }

  #serve(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    void this.#serveInTurn();
  }

  /** One after the other, each once all that the one before set going has asked what it asks. */
  async #serveInTurn(): Promise<void> {
    for (;;) {
      await settled();
      const [pause] = [...this.#pauses].toSorted((one, other) => one.untilMs - other.untilMs);
      const found = this.#next();
      if (pause && !(found && endOf(found.history) < pause.untilMs)) {
        this.#pauses.delete(pause);
        this.#nowMs = Math.max(this.#nowMs, pause.untilMs);
        pause.end();
      } else if (found) {
        this.#answer(found.question, found.history);
      } else {
        const [question] = this.#questions;
        if (!question) break;
        this.#unknown.push(question.script.id);
        this.#answer(question, { script: question.script, exchanges: [], unsent: [] });
      }
    }
    this.#isServing = false;
  }

  /** The first of the histories that somebody asks for. */
  #next(): { readonly question: Question; readonly history: History } | undefined {
    if (this.#questions.size === 0) return undefined;
    for (const history of this.#open)
      for (const question of this.#questions)
        if (isOf(question.script, history) && this.#answerTo(question) === history) return { question, history };
    return undefined;
  }

  /** The one of its id; where an answer was lost and asked for again, the numbers in ids are given in another order. */
  #answerTo({ script }: Question): History | undefined {
    const own = this.#byId.get(script.id);
    if (own && this.#open.has(own) && isOf(script, own)) return own;
    for (const history of this.#open) if (isOf(script, history)) return history;
    return undefined;
  }

  #answer(question: Question, history: History): void {
    this.#questions.delete(question);
    this.#open.delete(history);
    this.#nowMs = Math.max(this.#nowMs, endOf(history));
    question.answer(history);
  }
}

function isOf({ title, steps }: Script, { script }: History): boolean {
  return sameAsSaved(script.title, title) && sameAsSaved(script.steps, steps);
}

function endOf({ exchanges }: History): number {
  return exchanges.at(-1)?.receivedAtMs ?? 0;
}

/**
 * What would have been asked and is not there, and what is there and nobody asked for.
 * @param who asks
 */
export function unlikeSaved(
  who: string,
  { unknown, unasked }: { readonly unknown: readonly string[]; readonly unasked: readonly string[] },
): readonly string[] {
  return [
    ...some(unknown, `would have been asked by the ${who}, and is not among the histories`),
    ...some(unasked, `is among the histories, and none of the ${who} asks it after these answers`),
  ];
}

function some(ids: readonly string[], what: string): readonly string[] {
  const [first] = ids;
  return first === undefined ? [] : [`${first}${ids.length > 1 ? ` (and ${ids.length - 1} more)` : ""} ${what}`];
}
