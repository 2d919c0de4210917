import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isJwt, isUuid } from "./formats.ts";

/**
 * An ajv for the schemas of an OpenAPI 3.1 description: JSON Schema 2020-12, all errors, and our own `uuid` and `jwt`.
 * @param strict Refuse keywords that ajv does not know. For tests: at run time it only costs time, as does checking
 *   the schemas against the metaschema, which takes longer than all else together.
 */
export function createAjv(strict = false): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strict,
    validateSchema: strict,
    // Formats that ajv does not know are nobody's concern at run time.
    ...(strict ? {} : { logger: false as const }),
  });
  addFormats.default(ajv);
  ajv.addFormat("uuid", isUuid);
  ajv.addFormat("jwt", isJwt);
  ajv.addVocabulary(["x-open-points"]);
  return ajv;
}
