/** Readings of open points that people read better as a sentence than as data. */
import { isJsonObject } from "../../spec/json.ts";

/** Which inputs are accepted and refused, of which hundreds are accepted; undefined for any other reading. */
export function readingSentence(id: string, value: unknown): string | undefined {
  if (id !== "input-features" || !isJsonObject(value)) return undefined;
  const { accepted, refused, ...others } = value;
  if (!Array.isArray(accepted) || !Array.isArray(refused)) return undefined;
  const more = Object.entries(others).map(([name, member]) => `; ${name}: ${JSON.stringify(member)}`);
  return `${accepted.length} accepted; refused: ${refused.map(String).join(", ") || "none"}${more.join("")}`;
}
