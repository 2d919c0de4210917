/** Open point `additional-members`: members of successful responses beyond those that the interface shows. */
import { operationById, type OperationKind } from "../../spec/operations.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { onePoint } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

/** Members that are shown, by kind of operation; below a link and the state everything is open. */
const shown: { readonly [kind in OperationKind]?: readonly string[] } = {
  details: ["links", "totalCount", "info"],
  state: ["state"],
  act: ["state"],
  "login-credential": ["token"],
  "login-private-key": ["token"],
};
/** What is told of a target that adds names without end. */
const mostNames = 200;
const shownOfInfo = ["hasNext", "hasPrevious", "startCursor", "endCursor"];
const shownOfWorkflow = ["workflowId", "workflowName"];

export const additionalMembers = onePoint("additional-members", { needs: ["everything"] }, ({ histories }) => {
  const names = inOrder(histories()).filter(succeeded).flatMap(extraMembers);
  const seen = [...new Set(names)].slice(0, mostNames).toSorted();
  const evidence = `Members of responses beyond those shown: ${seen.length > 0 ? seen.join(", ") : "none"}.`;
  return { value: { seen }, evidence };
});

function extraMembers(exchange: Exchange): readonly string[] {
  const operation = operationById(exchange.operationId);
  const document = exchange.response?.json?.value;
  if (operation.response !== "json" || document === undefined) return [];
  const extras: string[] = [];
  const note = (value: Json | undefined, known: readonly string[], place: string) => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) if (!known.includes(name)) extras.push(`${operation.id}: ${place}${name}`);
  };
  if (operation.kind === "workflows") {
    for (const item of Array.isArray(document) ? (document as readonly Json[]) : []) note(item, shownOfWorkflow, "[].");
    return extras;
  }
  if (operation.enveloped) note(document, ["error", "data"], "");
  const payload = operation.enveloped && isJsonObject(document) ? document["data"] : document;
  const place = operation.enveloped ? "data." : "";
  note(payload, shown[operation.kind] ?? [], place);
  if (operation.kind === "details" && isJsonObject(payload)) note(payload["info"], shownOfInfo, `${place}info.`);
  return extras;
}
