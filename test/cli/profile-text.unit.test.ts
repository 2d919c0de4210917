/** What `observe` says of a profile stays readable, however much is known of a process. */
import picocolors from "picocolors";
import { expect, test } from "vitest";
import { profileText } from "../../cli/profile-text.ts";

test("a reading of pages is cut, as is its evidence, with how much more there is and where", () => {
  const path = Array.from({ length: 900 }, (_, at) => `action-${String(at)}`);
  const gating = { gating: "unclear", workflows: { w: { paths: [path] } } };
  const readings = {
    "action-gating": { value: gating, evidence: "It was refused again. ".repeat(100) },
    "link-order": { value: { order: "oldest-first" }, evidence: "Seen." },
  };
  const lines = profileText({ readings } as never, picocolors.createColors(false)).split("\n");
  const [, value = "", evidence = ""] = lines.slice(lines.findIndex((line) => line.startsWith("action-gating")));
  for (const line of [value, evidence]) {
    expect(line).toMatch(/… \([\d,]+ more characters in profile\.json\)$/);
    expect(line.length).toBeLessThan(460);
  }
  expect(lines).toContain('  {"order":"oldest-first"}');
});
