/** What a faulty target does wrong is no reading: its profile is the one of the same target without the fault. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { observe } from "../../probes/index.ts";
import { readingOf, type OpenPointId, type Profile } from "../../spec/vocabulary/profile.ts";
import { References } from "./lib/targets.ts";

const references = new References();
let honest: Profile;

async function profileWith(fault?: string): Promise<Profile> {
  const target = await references.start(fault === undefined ? {} : { faults: [fault] });
  try {
    return (await observe(target.driver)).profile;
  } finally {
    await target.close();
  }
}

beforeAll(async () => {
  honest = await profileWith();
}, 30_000);
afterAll(() => references.close());

/** Each fault with the open points that it might be taken for. */
const cases: readonly (readonly [string, readonly OpenPointId[]])[] = [
  ["actions/legacy-answers-the-data-of-the-action", ["state-data"]],
  ["actions/legacy-answers-the-state-before", ["state-data"]],
  ["actions/only-the-newest-link-lists-its-files", ["digest-location", "digest-list-query"]],
  ["creation/v2-answers-an-object", ["page-combinations", "search-keys", "digest-list-query"]],
  ["creation/v2-needs-a-file", ["input-features", "search-keys"]],
  ["creation/v2-wants-the-legacy-form", ["input-features", "state-data", "digest-location"]],
  ["details/link-of-another-trace-slips-in", ["page-combinations", "link-data", "page-size"]],
  ["details/second-read-lacks-the-newest-link", ["page-size", "link-order"]],
  ["details/total-count-counts-files-too", ["page-size"]],
  ["details/legacy-links-by-number", ["legacy-details-input"]],
  ["envelope/v2-details-call-their-payload-result", ["details-error-member", "link-data"]],
  ["equivalence/legacy-does-not-know-traces-of-v2", ["legacy-details-input"]],
  ["files/checksums-are-wrong", ["digest-list-query"]],
  ["search/index-never-follows-actions", ["search-keys", "search-workflow-key"]],
  ["state/files-keep-data-out", ["state-data"]],
];

/** Values that checks judge by; which arrays, objects and nulls a search matches is not judged. */
function judged(profile: Profile, points: readonly OpenPointId[]): readonly unknown[] {
  return points.map((id) => {
    if (id !== "search-keys") return readingOf(profile, id);
    const keys = readingOf(profile, "search-keys");
    return keys && { ...keys, valueTypes: keys.valueTypes.filter((type) => /string|number|boolean/.test(type)) };
  });
}

describe("a faulty reference", () => {
  it.each(cases)(
    "with %s keeps its readings",
    async (fault, points) => {
      expect(judged(await profileWith(fault), points)).toEqual(judged(honest, points));
    },
    60_000,
  );
});
