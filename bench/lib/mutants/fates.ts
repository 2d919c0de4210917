/** What came of each mutant. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TargetOutcome } from "../../../suites/matrix/outcome.ts";

/**
 * `red`: a run says that it does not conform. Not so: `warned`, where only what should hold is broken; `incomplete`, where
 * the run cannot tell. `no service`: it does not start. `no end`: it keeps the examination from its end.
 * Not examined: `unreached`, where no request of a run executes the place; `set aside`, where it was looked at before.
 */
export type Fate = "red" | "warned" | "incomplete" | "survived" | "no service" | "no end" | "unreached" | "set aside";

export interface Examined {
  readonly id: string;
  readonly fate: Fate;
  /** The requirements that failed first, or what kept the run from its end. */
  readonly by?: string;
  readonly seconds?: number;
  /** After the probes. */
  readonly exchanges?: number;
}

export function examinedAs(outcome: TargetOutcome): Examined {
  const { id, error, sightings, seconds, exchanges } = outcome;
  const first = sightings.map(({ requirement, message }) => `${requirement}: ${message}`).join("; ");
  return { id, fate: fateOf(outcome), by: (error ?? first).slice(0, 500), seconds, exchanges };
}

function fateOf({ verdict, run, error = "", sightings }: TargetOutcome): Fate {
  if (run === "non-conformant") return "red";
  if (run === "incomplete" || (verdict === "error" && run !== undefined)) return "incomplete";
  if (verdict === "error") return /no outcome within|the worker ended/.test(error) ? "no end" : "no service";
  if (run === "conformant") return sightings.length > 0 ? "warned" : "survived";
  return "red";
}

/** Kept in a file, one a line, so that a measurement that was stopped goes on where it was; what comes later counts. */
export class Kept {
  readonly #file: string | undefined;
  readonly #known: Map<string, Examined>;

  /** @param file absent: nothing is kept beyond this process */
  constructor(file?: string) {
    this.#file = file;
    const lines = file !== undefined && existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    const entries = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Examined);
    this.#known = new Map(entries.map((entry) => [entry.id, entry]));
  }

  of(id: string): Examined | undefined {
    return this.#known.get(id);
  }

  keep(entry: Examined): void {
    this.#known.set(entry.id, entry);
    if (this.#file === undefined) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}
