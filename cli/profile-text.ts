/** A profile as lines for people: what is longer than a line or two is cut, and said to be. */
import { grouped, readingSentence, shorten } from "../reports/index.ts";
import { openPoints } from "../spec/open-points.ts";
import type { Profile } from "../spec/vocabulary/profile.ts";
import { printable } from "./printable.ts";
import type { Colors } from "./terminal.ts";

/** Of what one line tells: of a process alone whole pages are known. */
const mostCharacters = 400;

/** The beginning, and how much more there is; `profile.json` has all of it. */
function brief(text: string): string {
  if (text.length <= mostCharacters) return text;
  return `${shorten(text, mostCharacters)} (${grouped(text.length - mostCharacters + 1)} more characters in profile.json)`;
}

/** Each open point with its reading, and how that was found. */
export function profileText(profile: Profile, colors: Colors): string {
  const lines = openPoints.flatMap(({ id, question, remedy }) => {
    const reading = profile.readings[id];
    const value =
      reading?.value === undefined
        ? colors.yellow(`no reading found; pin what the target chose, in this form: ${remedy}`)
        : brief(printable(readingSentence(id, reading.value) ?? JSON.stringify(reading.value)));
    return [
      `${colors.bold(id)}${reading?.pinned ? " (pinned)" : ""}  ${colors.dim(question)}`,
      `  ${value}`,
      ...(reading?.drift ? [`  ${colors.red(`drift: ${printable(reading.drift)}`)}`] : []),
      ...(reading?.evidence ? [`  ${colors.dim(brief(printable(reading.evidence)))}`] : []),
    ];
  });
  return lines.join("\n");
}
