/** What a step of `doctor` found, and what to do about it. */
import type { Driver } from "../../driver/index.ts";
import { validateResponse } from "../../spec/description/response-schemas.ts";
import { operationById } from "../../spec/operations.ts";
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
  if (isNoDocument(exchange)) {
    const isPage = /html/i.test(response?.headers["content-type"] ?? "");
    const detail = environment.secrets.redact(`${told} with ${isPage ? "an HTML page" : "no JSON document"}`);
    const remedy = isPage ? remedyOf(exchange, environment) : "see that the service answers with a JSON document here";
    return { state: "bad", what, detail, ...(remedy === undefined ? {} : { remedy }) };
  }
  if (response && succeeded(exchange))
    return { state: "good", what, detail: environment.secrets.redact(`${told}${undocumented(exchange)}`) };
  const text = response?.body ? ` ${new TextDecoder().decode(response.body.subarray(0, 300))}` : "";
  const detail = environment.secrets.redact(`${told}${failure ? `: ${failure.message}` : text}`);
  const remedy = remedyOf(exchange, environment);
  return { state: "bad", what, detail, ...(remedy === undefined ? {} : { remedy }) };
}

/** True for a success in which there is nothing to be read where JSON is documented, such as a page of a portal. */
export function isNoDocument(exchange: Exchange): boolean {
  const { operationId, response } = exchange;
  if (!response || !succeeded(exchange) || operationById(operationId).response !== "json") return false;
  // A document beyond the configured bounds was not read.
  return response.json === undefined && response.jsonError?.kind !== "bound";
}

/** What of a success is not as the interface has it: no fault of the configuration, and a run tells more of it. */
function undocumented({ operationId, response }: Exchange): string {
  if (operationById(operationId).response !== "json") return "";
  const [wrong] = validateResponse(operationId, response?.json?.value);
  return wrong === undefined ? "" : `, but not as documented: ${wrong.message}`;
}
