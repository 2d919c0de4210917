/** What a step of `doctor` found, and what to do about it. */
import type { Driver } from "../../driver/index.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { remedyOf } from "./remedy.ts";

export interface Diagnosis {
  /** good: works; bad: does not; missing: cannot be tried as configured. */
  readonly state: "good" | "bad" | "missing";
  readonly what: string;
  readonly detail?: string;
  readonly remedy?: string;
}

/** What the answer alone says. */
export function diagnosis({ environment }: Driver, what: string, exchange: Exchange): Diagnosis {
  const { response, failure, request } = exchange;
  const told = `${request.method} ${request.path} answered ${response?.status ?? failure?.kind ?? "nothing"}`;
  if (response && succeeded(exchange)) return { state: "good", what, detail: environment.secrets.redact(told) };
  const text = response?.body ? ` ${new TextDecoder().decode(response.body.subarray(0, 300))}` : "";
  const detail = environment.secrets.redact(`${told}${failure ? `: ${failure.message}` : text}`);
  const remedy = remedyOf(exchange, environment);
  return { state: "bad", what, detail, ...(remedy === undefined ? {} : { remedy }) };
}
