/** The responses of status 200 that a description gives to operations of the interface. */
import type { Operation } from "../../operations.ts";
import { describedPaths } from "./operations.ts";
import type { SourcePlace } from "./place.ts";

interface DescribedSuccess {
  readonly operation: Operation;
  /** By media type, without parameters, in lower case. */
  readonly media: readonly (readonly [type: string, place: SourcePlace])[];
  /** Of the JSON document, where the operation answers one. */
  readonly schema?: SourcePlace;
}

export function successesIn(root: SourcePlace): readonly DescribedSuccess[] {
  return [...describedPaths(root).found.values()].flatMap(({ operation, method }) => {
    const response = ["200", "2XX", "2xx"].map((status) => method?.find("responses", status)).find(Boolean);
    if (!response) return [];
    const media = (response.find("content")?.members() ?? []).map(([type, place]) => [plainType(type), place] as const);
    const json = operation.response === "json" ? media.find(([type]) => isJson(type))?.[1] : undefined;
    const schema = json?.settled()?.get("schema");
    return [{ operation, media, ...(schema ? { schema } : {}) }];
  });
}

/** A media type without parameters. */
export function plainType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function isJson(type: string): boolean {
  return /^(application\/(json|[\w.-]+\+json|\*)|\*\/\*)$/.test(type);
}
