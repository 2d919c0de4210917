/** Whoever is told what a run does while it goes on, and what came of it. Nothing that it does may disturb the run. */
import type { LoggedRequest } from "../../driver/index.ts";
import type { Results } from "../../reports/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { History } from "../../spec/vocabulary/history.ts";

export interface RunObserver {
  /** A request that belongs to no script, such as a login. */
  request(request: LoggedRequest): void;
  /** Whatever a script exchanged, also where nobody judges it. */
  traffic(history: History): void;
  /** One execution of a script, and what was judged of it. */
  script(history: History, judgements: readonly Judgement[]): void;
  /** The run is over; absent where nobody knows what came of it. Never rejects, and takes seconds at most. */
  ended(results: Results | undefined): Promise<void>;
}

/** Tells each of them; undefined where there is none. */
export function allOf(observers: readonly RunObserver[]): RunObserver | undefined {
  const [only, ...others] = observers;
  if (!only || others.length === 0) return only;
  return {
    request: (request) => observers.forEach((one) => one.request(request)),
    traffic: (history) => observers.forEach((one) => one.traffic(history)),
    script: (history, judgements) => observers.forEach((one) => one.script(history, judgements)),
    ended: async (results) => void (await Promise.all(observers.map((one) => one.ended(results)))),
  };
}
