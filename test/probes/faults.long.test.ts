/** What a faulty target does wrong is no reading: its profile is the one of the same target without the fault. */
import { beforeAll, expect, it } from "vitest";
import { observe } from "../../probes/index.ts";
import { readingOf, type OpenPointId, type Profile } from "../../spec/vocabulary/profile.ts";
import { startReference } from "./lib/targets.ts";

let honest: Profile;

async function profileWith(faults: string[]): Promise<Profile> {
  const target = await startReference({ faults });
  try {
    return (await observe(target.driver)).profile;
  } finally {
    await target.close();
  }
}

beforeAll(async () => {
  honest = await profileWith([]);
}, 30_000);

/** One service each, with faults of different operations, and the open points that each might be taken for. */
const services: readonly Readonly<Record<string, readonly OpenPointId[]>>[] = [
  {
    "actions/legacy-answers-the-data-of-the-action": ["state-data"],
    "actions/only-the-newest-link-lists-its-files": ["digest-location", "digest-list-query"],
    "search/index-never-follows-actions": ["search-keys", "search-workflow-key"],
  },
  {
    "actions/legacy-answers-the-state-before": ["state-data"],
    "details/total-count-counts-files-too": ["page-size"],
    "files/checksums-are-wrong": ["digest-list-query"],
  },
  { "creation/v2-answers-an-object": ["page-combinations", "search-keys", "digest-list-query"] },
  {
    "creation/v2-needs-a-file": ["input-features", "search-keys"],
    "details/legacy-links-by-number": ["legacy-details-input"],
  },
  { "creation/v2-wants-the-legacy-form": ["input-features", "state-data", "digest-location"] },
  {
    "details/link-of-another-trace-slips-in": ["page-combinations", "link-data", "page-size"],
    "state/files-keep-data-out": ["state-data"],
  },
  { "details/second-read-lacks-the-newest-link": ["page-size", "link-order"] },
  { "envelope/v2-details-call-their-payload-result": ["details-error-member", "link-data"] },
  { "equivalence/legacy-does-not-know-traces-of-v2": ["legacy-details-input"] },
];

/** Values that checks judge by; which arrays, objects and nulls a search matches is not judged. */
function judged(profile: Profile, points: readonly OpenPointId[]): readonly unknown[] {
  return points.map((id) => {
    if (id !== "search-keys") return readingOf(profile, id);
    const keys = readingOf(profile, "search-keys");
    return keys && { ...keys, valueTypes: keys.valueTypes.filter((type) => /string|number|boolean/.test(type)) };
  });
}

it.each(services.map((points) => [Object.keys(points).join(", "), points] as const))(
  "a reference with %s keeps its readings",
  async (_, points) => {
    const profile = await profileWith(Object.keys(points));
    for (const [fault, ids] of Object.entries(points)) expect(judged(profile, ids), fault).toEqual(judged(honest, ids));
  },
  60_000,
);
