/** Parameters: those of the path one by one, the list of digests, and nothing demanded beyond them. */
import type { Operation } from "../../operations.ts";
import { requirementFor, requirementForDigests } from "../../requirements/for-part.ts";
import type { Findings } from "./finding.ts";
import type { DescribedOperation } from "./operations.ts";
import type { SourcePlace } from "./place.ts";
import { compareRequest } from "./requests.ts";
import { plainlyImpossible, viewsOf } from "./schema-view.ts";

interface Parameter {
  readonly place: SourcePlace;
  readonly name: string;
  readonly where: string;
  readonly required: boolean;
  readonly schema?: SourcePlace;
}

/** Headers that OpenAPI says are no parameters. */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

export function compareParameters(ours: DescribedOperation, theirs: DescribedOperation, findings: Findings): void {
  const { operation } = ours;
  const wanted = parametersOf(ours);
  const described = parametersOf(theirs);
  comparePath(operation, ours, theirs, findings);
  const query = described.filter(({ where }) => where === "query");
  const wantsList = wanted.some(({ where }) => where === "query");
  if (wantsList) compareDigests(operation, query, theirs, findings);
  for (const parameter of described) {
    if (!parameter.required || parameter.where === "path") continue;
    if (parameter.where === "header" && ignoredHeaders.has(parameter.name.toLowerCase())) continue;
    if (parameter.where === "query" && wantsList && query.length === 1) continue;
    findings.mismatch(parameter.place, operation.id, "request", {
      message: `the ${parameter.where} parameter ${parameter.name} is demanded, which the interface does not have`,
      wanted: "an optional parameter, or none",
      got: "required: true",
    });
  }
}

/** Path parameters are told apart by their position: their names are the target's own. */
function comparePath(
  operation: Operation,
  ours: DescribedOperation,
  theirs: DescribedOperation,
  findings: Findings,
): void {
  const described = parametersOf(theirs);
  const names = namesIn(theirs.template);
  const ourNames = namesIn(operation.path);
  const offset = names.length - ourNames.length;
  for (const [position, ourName] of ourNames.entries()) {
    const name = names[position + Math.max(0, offset)];
    const found = described.find((parameter) => parameter.where === "path" && parameter.name === name);
    const requirement = ourName === "digest" ? requirementForDigests("path") : requirementFor("response", operation.id);
    if (!found && hasBroken(theirs)) continue;
    if (!found) {
      findings.add(
        "mismatch",
        theirs.method ?? theirs.item,
        {
          message: `the path parameter ${name ?? ourName} is not described`,
          wanted: `a parameter ${name ?? ourName} in: path`,
          got: described.map((parameter) => `${parameter.name} in: ${parameter.where}`).join(", ") || "no parameters",
        },
        { operation: operation.id, requirement },
      );
      continue;
    }
    const wanted = parametersOf(ours).find((parameter) => parameter.name === ourName)?.schema;
    const part = `path parameter ${found.name}`;
    if (wanted && found.schema)
      compareRequest({ findings, operation: operation.id, part, path: [], requirement }, wanted, found.schema);
  }
}

/** Name and encoding of the list are not shown, so any query parameter that can hold texts will do. */
function compareDigests(
  operation: Operation,
  query: readonly Parameter[],
  theirs: DescribedOperation,
  findings: Findings,
): void {
  const fits = query.some(({ schema }) => {
    const views = schema ? viewsOf(schema) : [];
    if (schema && plainlyImpossible(schema)) return false;
    return views.length === 0 || views.some(({ types }) => !types || types.has("array") || types.has("string"));
  });
  if (fits || hasBroken(theirs)) return;
  findings.add(
    "mismatch",
    theirs.method ?? theirs.item,
    {
      message: "no query parameter can carry the list of digests",
      wanted: "a query parameter of type array or string",
      got: query.map(({ name }) => name).join(", ") || "no query parameters",
    },
    { operation: operation.id, requirement: requirementForDigests("query") },
  );
}

/** What is missing may be what a reference that leads nowhere stands for. */
function hasBroken({ item, method }: DescribedOperation): boolean {
  return [item.settled(), method?.settled()].some((holder) => {
    const list = holder?.get("parameters");
    return (
      list !== undefined &&
      (list.isBroken ||
        list
          .settled()
          ?.elements()
          .some((one) => one.isBroken))
    );
  });
}

function namesIn(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
}

/** Those of the path item and of the operation; the operation's stand in for the item's of the same name. */
function parametersOf({ item, method }: DescribedOperation): readonly Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const list of [item.settled()?.find("parameters"), method?.find("parameters")]) {
    for (const raw of list?.elements() ?? []) {
      const place = raw.settled();
      const name = place?.get("name")?.value;
      const where = place?.get("in")?.value;
      if (!place || typeof name !== "string" || typeof where !== "string") continue;
      const schema = place.get("schema") ?? place.get("content")?.members()[0]?.[1].get("schema");
      const required = place.get("required")?.value === true;
      byName.set(`${where} ${name}`, { place, name, where, required, ...(schema ? { schema } : {}) });
    }
  }
  return [...byName.values()];
}
