/** The rules of a process as a short text. */
import type { ProcessRules } from "../../../spec/readings/process.ts";
import { countText } from "../../lib/wording.ts";

export function textOfRules(rules: ProcessRules): string {
  const after = Object.entries(rules.after ?? {}).map(([key, keys]) =>
    keys.includes(key) ? `never ${key}` : `${key} after ${keys.join(" and ")}`,
  );
  const before = Object.entries(rules.before ?? {}).map(([key, keys]) => `${key} before ${keys.join(" and ")}`);
  const next = Object.entries(rules.next ?? {}).map(([key, keys]) => `${key} → ${keys.join(", ") || "end"}`);
  const most = Object.entries(rules.atMost ?? {}).map(([key, times]) => `${key} at most ${countText(times, "time")}`);
  const groups = (rules.together ?? []).map(
    ({ keys, most: times }) => `${keys.join(" and ")} together at most ${countText(times, "time")}`,
  );
  const ends = rules.ends ? [`nothing after ${rules.ends.join(" or ")}`] : [];
  const times = Object.entries(rules.endsAfter ?? {}).map(
    ([key, times]) => `nothing after ${key} was done ${countText(times, "time")}`,
  );
  const length = rules.mostActions === undefined ? [] : [`at most ${countText(rules.mostActions, "action")}`];
  const paths = rules.paths ? [`only ${countText(rules.paths.length, "sequence")} that were taken`] : [];
  const begun = Object.entries(rules.begunWith ?? {}).map(([first, own]) => `begun with ${first}: ${textOfRules(own)}`);
  return [...next, ...after, ...before, ...most, ...groups, ...ends, ...times, ...length, ...paths, ...begun].join(
    "; ",
  );
}
