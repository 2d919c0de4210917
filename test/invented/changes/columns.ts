/** Columns that the state has beside the data. */
import { type Json, type JsonObject, own, sameJson } from "../../lib/service/json.ts";
import { present } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { aroundStep } from "../tools.ts";

/** What the service itself keeps of a trace. */
const columnsOf = ({ id, links, workflow }: Trace): JsonObject => ({
  id,
  type: "case",
  name: workflow.name,
  owner: links[0]?.author ?? "",
  phase: links.at(-1)?.actionKey ?? "",
  number: links.length,
});

/** The state has them beside the data, and a filter by one of their names asks for them. */
export function keepColumns(s: Service): void {
  present(s, (data, trace) => ({ ...columnsOf(trace), data }));
  aroundStep(s, "matches", (matches) => (trace, filters, call) => {
    const columns = columnsOf(trace);
    const isOfColumn = ([name]: [string, Json]): boolean => Object.hasOwn(columns, name);
    const [ofColumns, ofData] = [true, false].map((wanted) =>
      Object.fromEntries(Object.entries(filters).filter((filter) => isOfColumn(filter) === wanted)),
    ) as [JsonObject, JsonObject];
    return Object.keys(ofColumns).every((name) => sameJson(columns[name], own(ofColumns, name) ?? null))
      ? matches(trace, ofData, call)
      : false;
  });
}
