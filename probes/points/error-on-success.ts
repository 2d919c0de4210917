/** Open point `error-on-success`: the envelope's member `error` in successful v2 responses. */
import { brief } from "../../spec/readings/equal.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { isJsonObject } from "../../spec/json.ts";
import { tally } from "../lib/tally.ts";
import { onePoint, unknown } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

export const errorOnSuccess = onePoint("error-on-success", { needs: ["everything"] }, ({ histories }) => {
  const values = inOrder(histories()).flatMap((exchange) => {
    const document = exchange.response?.json?.value;
    if (exchange.face !== "v2" || !succeeded(exchange) || !isJsonObject(document)) return [];
    const { error } = document;
    return error === undefined || document["data"] === undefined ? [] : [error];
  });
  const found = tally(values);
  const told = found.map(({ value, count }) => `${brief(value)} ${String(count)} times`).join(", ");
  const evidence = `The member error of successful v2 responses was ${told === "" ? "never seen" : told}.`;
  return found.length > 0 ? { value: { values: found.map(({ value }) => value) }, evidence } : unknown(evidence);
});
