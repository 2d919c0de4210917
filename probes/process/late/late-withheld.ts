/**
 * Whether a link that stands for no action as far as is known keeps its data from who reads it, as a sealed bid does until all
 * are opened: the probes may have read such traces only once everybody was shown them.
 */
import type { History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile, type Reading } from "../../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../../probe.ts";
import { withheldLinks } from "../shown/withheld-links.ts";

type Asker = Pick<ProbeContext, "run" | "target">;

/** The reading with the actions whose links keep their data on traces of this history; undefined where none do. */
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
