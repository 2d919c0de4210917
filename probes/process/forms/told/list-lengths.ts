/** How many items a list must have, as a refusal tells. */

export interface ListLength {
  readonly least: number;
  readonly most: number;
}

/** Longer lists are none that anybody tries. */
const longest = 20;

const unit = String.raw`(?:items?|entries|entry|elements?|values?|members?|rows?|lines?|records?)`;
/** How a range is told, and how a number from which on it is enough. */
const range = new RegExp(
  String.raw`\b(?:between|from|of|have|has|contains?|size|length) (\d{1,3}) ?(?:to|and|-|–|\.{2,3}) ?(\d{1,3})\b|\b(\d{1,3}) ?(?:to|-|–) ?(\d{1,3}) ${unit}\b`,
  "i",
);
const least = new RegExp(
  String.raw`\b(?:at least|min(?:imum|\.)?(?: (?:of|length|size|is))*|(?:fewer|less|shorter) than|exactly|no fewer than|>=|(?:list|array) of|have|has|contains?|needs?|size|length)(?: be)? (\d{1,3})\b(?! ?(?:to|and|-|–) ?\d)`,
  "i",
);

/** Undefined where nothing is told, or as many are enough as there are. */
export function listLengthIn(told: string, length: number): ListLength | undefined {
  const [, low, high, few, many] = range.exec(told) ?? [];
  const [, from] = least.exec(told) ?? [];
  const wanted = Number(low ?? few ?? from);
  if (!(wanted > length && wanted <= longest)) return undefined;
  return { least: wanted, most: Math.max(wanted, Number(high ?? many ?? wanted)) };
}
