/** A driver whose target is faulty: what came back is changed before the probes see it. */
import type { ProbeDriver } from "../../../probes/index.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";

/** @param fault gives the exchange as the faulty target would have answered it */
export function faultyDriver(driver: ProbeDriver, fault: (exchange: Exchange) => Exchange): ProbeDriver {
  return {
    target: driver.target,
    runId: driver.runId,
    environment: driver.environment,
    async run(script, options) {
      const history = await driver.run(script, options);
      return { ...history, exchanges: history.exchanges.map(fault) };
    },
  };
}

/** The exchange with another status and no body. */
export function withStatus(exchange: Exchange, status: number): Exchange {
  if (!exchange.response) return exchange;
  const { json: _, zip: __, ...rest } = exchange.response;
  return { ...exchange, response: { ...rest, status, bytes: 0 } };
}

/** The exchange with another JSON document in its response. */
export function withJson(exchange: Exchange, change: (value: Json) => Json): Exchange {
  const { response } = exchange;
  if (!response?.json) return exchange;
  return { ...exchange, response: { ...response, json: { value: change(response.json.value) } } };
}

/** The document with every value of members of this name changed, at any depth. */
export function mapMembers(document: Json, name: string, change: (value: Json) => Json): Json {
  if (Array.isArray(document)) return document.map((element: Json) => mapMembers(element, name, change));
  if (!isJsonObject(document)) return document;
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [
      key,
      key === name ? change(value) : mapMembers(value, name, change),
    ]),
  );
}
