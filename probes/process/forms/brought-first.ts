/** Texts of a pattern that an action may have to name, as an earlier one of its trace brought them. */
import { broughtBy, type Brought } from "../../../generators/index.ts";
import type { Candidate } from "./candidate.ts";

/** Where texts of a pattern are offered, one that the trace has under this name comes first. */
export function broughtFirst(brought: Brought, name: string, offered: readonly Candidate[]): readonly Candidate[] {
  const { schema = {} } = offered[0] ?? {};
  const { pattern } = schema;
  const texts = typeof pattern === "string" ? [...brought].map(([key, data]) => [key, data[name]] as const) : [];
  const value = texts.findLast(
    ([, text]) => typeof text === "string" && new RegExp(String(pattern), "u").test(text),
  )?.[1];
  if (value === undefined) return offered;
  const keys = texts.filter(([, text]) => text === value).map(([key]) => key);
  return [{ value, schema: { ...schema, [broughtBy]: keys } }, ...offered];
}
