/** Which OpenAPI a document is. */
import { DescriptionError } from "./document.ts";
import { isObject, type SourcePlace } from "./place.ts";

/** The member `openapi`. @throws DescriptionError for what is not OpenAPI 3.0 or 3.1. */
export function versionOf(root: SourcePlace): string {
  const { value, file } = root;
  if (!isObject(value)) throw new DescriptionError(`${file}: wanted an OpenAPI document; got ${kindOf(value)}`);
  const { openapi, swagger } = value;
  if (swagger !== undefined)
    throw new DescriptionError(
      `${file}: wanted OpenAPI 3.0 or 3.1; got Swagger ${String(swagger)}. Convert it to OpenAPI 3 first.`,
    );
  if (typeof openapi === "string" && /^3\.[2-9]/.test(openapi))
    throw new DescriptionError(`${file}: wanted OpenAPI 3.0 or 3.1; got ${openapi}. Write it as OpenAPI 3.1 first.`);
  if (typeof openapi !== "string" || !/^3\.[01](\.|$)/.test(openapi))
    throw new DescriptionError(
      `${file}: wanted the member openapi with 3.0.x or 3.1.x; got ${openapi === undefined ? "none" : JSON.stringify(openapi)}`,
    );
  if (!isObject(value["paths"]))
    throw new DescriptionError(`${file}: wanted the member paths with the operations; got none`);
  return openapi;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "an empty file";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
