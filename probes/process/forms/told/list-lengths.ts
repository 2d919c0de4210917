/** Reads from a refusal how many items a list must have. */

export interface ListLength {
  readonly least: number;
  readonly most: number;
}

/** Longer lists are not tried. */
const longest = 20;

const unit = String.raw`(?:items?|entries|entry|elements?|values?|members?|rows?|lines?|records?)`;
/** Words for a range, and for a minimum. */
const range = new RegExp(
  String.raw`\b(?:between|from|of|have|has|contains?|size|length) (\d{1,3}) ?(?:to|and|-|–|\.{2,3}) ?(\d{1,3})\b|\b(\d{1,3}) ?(?:to|-|–) ?(\d{1,3}) ${unit}\b`,
  "i",
);
const least = new RegExp(
  String.raw`\b(?:at least|min(?:imum|\.)?(?: (?:of|length|size|is))*|(?:fewer|less|shorter) than|exactly|no fewer than|>=|(?:list|array) of|have|has|contains?|needs?|size|length)(?: be)? (\d{1,3})\b(?! ?(?:to|and|-|–) ?\d)`,
  "i",
);

/** The required length; undefined where none is told, or the list is long enough already. */
export function listLengthIn(told: string, length: number): ListLength | undefined {
  const [, low, high, few, many] = range.exec(told) ?? [];
  const [, from] = least.exec(told) ?? [];
  const wanted = Number(low ?? few ?? from);
  if (!(wanted > length && wanted <= longest)) return undefined;
  return { least: wanted, most: Math.max(wanted, Number(high ?? many ?? wanted)) };
}
