/** Profiles as the map `openPoints` of a configuration, for `observe` to print and for pinning. */
import { stringify } from "yaml";
import type { OpenPointId, Profile } from "../spec/vocabulary/profile.ts";
import type { Pins } from "./pinning.ts";

/** The readings that have a value, by open point. */
export function pinsOf(profile: Profile): Pins {
  const entries = Object.entries(profile.readings).flatMap(([id, reading]) =>
    reading.value === undefined ? [] : [[id, reading.value] as const],
  );
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1))) as Pins;
}

/**
 * YAML text with the member `openPoints`, ready to be put into an environment of the configuration. Evidence stands in
 * comments; points without a reading are comments only.
 */
export function openPointsYaml(profile: Profile): string {
  const pins = pinsOf(profile);
  const ids = Object.keys(profile.readings).toSorted() as OpenPointId[];
  const lines = ids.flatMap((id) => {
    const evidence = comment(profile.readings[id]?.evidence ?? "");
    const pin = pins[id];
    if (pin === undefined) return [...evidence, `  # ${id}: no reading was found`];
    const [first = "", ...rest] = stringify({ [id]: pin }, { collectionStyle: "flow", lineWidth: 0 })
      .trim()
      // The whole map is written in flow style; its outer braces go, so that each point is a line of its own.
      .replace(/^\{\s*([\s\S]*?)\s*\}$/, "$1")
      .split("\n");
    return [...evidence, `  ${first}`, ...rest.map((line) => `  ${line}`)];
  });
  return ["openPoints:", ...lines, ""].join("\n");
}

function comment(text: string): readonly string[] {
  return text === "" ? [] : [`  # ${text.replace(/[\r\n\u0085\u2028\u2029]+/g, " ")}`];
}

/** The pins in a map as it was parsed from a configuration; what it holds is checked by the configuration's schema. */
export function pinsFrom(map: { readonly [id: string]: unknown }): Pins {
  return map as Pins;
}
