/**
 * Finds out whether links of certain actions hide their data from some readers, e.g. a sealed bid until all are opened.
 * The probes may have read such traces only after everybody was shown the data.
 */
import type { History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile, type Reading } from "../../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../../probe.ts";
import { withheldLinks } from "../shown/withheld-links.ts";

type Asker = Pick<ProbeContext, "run" | "target">;

/**
 * The reading with the actions whose links hide their data on traces of this history; undefined where there are none.
 */
export async function lateWithheld(
  { run, target }: Asker,
  profile: Profile,
  history: History,
): Promise<Reading<"others-data"> | undefined> {
  const known = profile.readings["others-data"];
  const { people = [] } = target;
  const reader = people.find(({ may }) => may.includes("read"))?.account;
  if (!known?.value || known.pinned || reader === undefined) return undefined;
  const mayRead = (account: typeof reader): boolean =>
    people.some((one) => one.account === account && one.may.includes("read"));
  const asked = { run, target, histories: () => [history] };
  const found = await withheldLinks(asked, readingOf(profile, "link-data"), reader, mayRead);
  const before = known.value.withheld ?? {};
  const added = Object.entries(found).flatMap(([id, keys]) =>
    keys.filter((key) => !before[id]?.includes(key)).map((key) => [id, key] as const),
  );
  if (added.length === 0) return undefined;
  const withheld = added.reduce((all, [id, key]) => ({ ...all, [id]: [...(all[id] ?? []), key] }), before);
  const told = `Later links of ${added.map(([, key]) => key).join(", ")} were without data to who did not send these, and showed them to who did, through both faces.`;
  return { value: { ...known.value, withheld }, evidence: `${known.evidence} ${told}` };
}
