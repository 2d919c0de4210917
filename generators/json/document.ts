import fc from "fast-check";
import type { Json, JsonObject } from "../../spec/vocabulary/json.ts";
import { acceptedDataFeatures } from "./data-features.ts";
import { membersOf } from "./data-feature.ts";
import type { GeneratedDocument } from "./generated-document.ts";
import { joined, jsonObject } from "./json-object.ts";
import { jsonValue } from "./json-value.ts";
import { oddText } from "./odd-text.ts";

/** Names that later documents of a trace use again, so that states are overwritten and not only extended. */
export const sharedMembers = ["alpha", "beta", "gamma", "delta"] as const;

/** Feature of a random text of any planes; refused where any Unicode or control feature is. */
export const randomText = "data.random-text";
const textRisks = ["control", "noncharacter", "private-use", "plane-", "bidi", "zero-width", "delete", "emoji"];

/** True where a target that refuses these features may refuse a random Unicode text too. */
function refusesOddText(refused: readonly string[]): boolean {
  return refused.some((feature) => feature === randomText || textRisks.some((risk) => feature.includes(risk)));
}

/**
 * Action data: some shared plain members, some features, at times a random text of any planes. Unmarked; see `marked`.
 * Shrinks towards the empty document.
 */
export function documentArbitrary(options: {
  readonly refused: readonly string[];
  /** The most features of one document; 0: plain documents only. */
  readonly maxFeatures?: number;
}): fc.Arbitrary<GeneratedDocument> {
  const { refused, maxFeatures = 12 } = options;
  const known = acceptedDataFeatures(refused).filter(({ plain }) => maxFeatures > 0 || plain);
  const shared = fc.uniqueArray(fc.tuple(fc.constantFrom(...sharedMembers), jsonValue()), {
    maxLength: 3,
    selector: ([name]) => name,
  });
  const chosen = fc.uniqueArray(fc.constantFrom(...known), { maxLength: maxFeatures || 3 });
  const odd = maxFeatures > 0 && !refusesOddText(refused) ? fc.option(oddText(), { freq: 3 }) : fc.constant(null);
  return fc.tuple(shared, chosen, odd).map(([members, features, text]) => {
    const oddMember: JsonObject = text === null ? {} : { odd: text };
    const unusual = features.filter(({ plain }) => !plain).map(({ feature }) => feature);
    return {
      data: joined(
        jsonObject(members),
        jsonObject(features.flatMap((f): (readonly [string, Json])[] => [...membersOf(f)])),
        oddMember,
      ),
      features: text === null ? unusual : [...unusual, randomText],
    };
  });
}
