/** Profiles as the map `openPoints` of a configuration, for `observe` to print and for pinning. */
import { stringify } from "yaml";
import type { OpenPointId, Pins, Profile } from "../spec/vocabulary/profile.ts";

/** The readings that have a value, by open point. */
export function pinsOf(profile: Profile): Pins {
  const entries = Object.entries(profile.readings).flatMap(([id, reading]) =>
    reading.value === undefined ? [] : [[id, reading.value] as const],
  );
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
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
      .slice(1, -1)
      .trim()
      .split("\n");
    return [...evidence, `  ${first}`, ...rest.map((line) => `  ${line}`)];
  });
  return ["openPoints:", ...lines, ""].join("\n");
}

function comment(text: string): readonly string[] {
  return text === "" ? [] : [`  # ${text.replace(/[\r\n\u0085\u2028\u2029]+/g, " ")}`];
}
