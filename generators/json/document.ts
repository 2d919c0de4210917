import fc from "fast-check";
import type { Json, JsonObject } from "../../spec/json.ts";
import { acceptedDataTraits } from "./data-traits.ts";
import { membersOf } from "./data-trait.ts";
import type { GeneratedDocument } from "./generated-document.ts";
import { joined, jsonObject } from "./json-object.ts";
import { jsonValue } from "./json-value.ts";
import { oddText } from "./odd-text.ts";

/** Names that later documents of a trace use again, so that states are overwritten and not only extended. */
const sharedMembers = ["alpha", "beta", "gamma", "delta"] as const;

/** Trait of a random text of any planes; refused where any Unicode or control trait is. */
export const randomText = "data.random-text";
const textRisks = ["control", "noncharacter", "private-use", "plane-", "bidi", "zero-width", "delete", "emoji"];

/** True where a target that refuses these traits may refuse a random Unicode text too. */
function refusesOddText(refused: readonly string[]): boolean {
  return refused.some((trait) => trait === randomText || textRisks.some((risk) => trait.includes(risk)));
}

/**
 * Action data: some shared plain members, some traits, at times a random text of any planes. Without a marker; see
 * `withMarker`. Shrinks towards the empty document.
 */
export function documentArbitrary(options: {
  readonly refused: readonly string[];
  /** The most traits of one document; 0: plain documents only. */
  readonly maxTraits?: number;
}): fc.Arbitrary<GeneratedDocument> {
  const { refused, maxTraits = 12 } = options;
  const known = acceptedDataTraits(refused).filter(({ plain }) => maxTraits > 0 || plain);
  const shared = fc.uniqueArray(fc.tuple(fc.constantFrom(...sharedMembers), jsonValue()), {
    maxLength: 3,
    selector: ([name]) => name,
  });
  const chosen = fc.uniqueArray(fc.constantFrom(...known), { maxLength: maxTraits || 3 });
  const odd = maxTraits > 0 && !refusesOddText(refused) ? fc.option(oddText(), { freq: 3 }) : fc.constant(null);
  return fc.tuple(shared, chosen, odd).map(([members, traits, text]) => {
    const oddMember: JsonObject = text === null ? {} : { odd: text };
    const unusual = traits.filter(({ plain }) => !plain).map(({ trait }) => trait);
    return {
      data: joined(
        jsonObject(members),
        jsonObject(traits.flatMap((f): (readonly [string, Json])[] => [...membersOf(f)])),
        oddMember,
      ),
      traits: text === null ? unusual : [...unusual, randomText],
    };
  });
}
