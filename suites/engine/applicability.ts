/** Which requirements cannot be judged on this target, and what would settle each. */
import { requirements, type Need, type Requirement, type RequirementId } from "../../spec/requirements/index.ts";
import { readingOf, type OpenPointId, type Profile } from "../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { outsideSchemas } from "./outside-schemas.ts";

export interface Inapplicable {
  readonly status: "skipped" | "inconclusive";
  /** What is missing, and the configuration key that supplies it. */
  readonly reason: string;
  /** True for a reading that no pin would bring where the target answers nothing. */
  readonly ifAnswered?: boolean;
}

/** The part of an environment that decides what can be judged. */
export interface ApplicabilityTarget {
  readonly name: string;
  readonly access: "read-only" | "read-write";
  readonly credentials?: { readonly email?: string; readonly password?: string; readonly privateKey?: string };
  readonly secondUser?: { readonly sharesOrganization?: boolean };
  readonly organization?: string;
  readonly workflows: readonly WorkflowDescription[];
}

/** Requirements that this target or its profile leaves unjudgeable; those not in the map must be exercised. */
export function applicability(
  target: ApplicabilityTarget,
  profile: Profile,
  register: readonly Requirement[] = requirements,
): ReadonlyMap<RequirementId, Inapplicable> {
  const found = new Map<RequirementId, Inapplicable>();
  for (const [id, reason] of [...outsideSchemas(target.workflows), ...unseen(profile)])
    found.set(id, { status: "skipped", reason });
  for (const requirement of register) {
    const missing = (requirement.needs ?? [])
      .map((need) => unmet(need, target, profile))
      .filter((reason) => reason !== undefined);
    const first = missing.find((reason) => reason.status === "skipped") ?? missing[0];
    if (first && !(first.status === "inconclusive" && found.has(requirement.id))) found.set(requirement.id, first);
  }
  return found;
}

function unmet(need: Need, target: ApplicabilityTarget, profile: Profile): Inapplicable | undefined {
  const key = (name: string): string => `environments.${target.name}.${name}`;
  const missing = (condition: boolean, reason: string): Inapplicable | undefined =>
    condition ? undefined : { status: "skipped", reason };
  const { credentials, secondUser, workflows } = target;
  switch (need) {
    case "write-access":
      return (
        missing(
          target.access === "read-write",
          `the environment is read-only; set ${key("access")}: read-write to let the run create traces`,
        ) ??
        missing(
          workflows.some((workflow) => workflow.actions.some((action) => action.creates)),
          `no action that creates a trace is configured; add one with creates: true to ${key("workflows")}[].actions`,
        )
      );
    case "credential-login":
      return missing(
        credentials?.email !== undefined && credentials.password !== undefined,
        `no email and password are configured; supply ${key("credentials.email")} and ${key("credentials.password")}`,
      );
    case "private-key-login":
      return missing(
        credentials?.privateKey !== undefined,
        `no private key is configured; supply ${key("credentials.privateKey")}`,
      );
    case "second-user":
      return missing(secondUser !== undefined, `no second user is configured; supply ${key("secondUser")}`);
    case "separate-organization":
      return missing(
        secondUser?.sharesOrganization === false,
        `nothing says that the second user shares no organization with the first; set ${key("secondUser.sharesOrganization")}: false where that is so`,
      );
    case "organization":
      return missing(target.organization !== undefined, `no organization is configured; supply ${key("organization")}`);
    case "second-workflow":
      return missing(workflows.length > 1, `only one workflow is configured; add a second to ${key("workflows")}`);
    case "workflow-name":
      return missing(
        workflows.some((workflow) => workflow.name !== undefined),
        `no workflow's name is configured; supply ${key("workflows")}[].name`,
      );
    case "append-action":
      return missing(
        workflows.some((workflow) => workflow.actions.some((action) => action.appends)),
        `no action that can be appended is configured; add one to ${key("workflows")}[].actions`,
      );
    case "reading:page-cursors":
    case "reading:link-data":
    case "reading:state-data":
    case "reading:digest-list-query":
    case "reading:digest-location":
    case "reading:search-keys":
    case "reading:search-workflow-key":
    case "reading:legacy-details-input":
      return unread(need.slice("reading:".length) as OpenPointId, profile, key);
  }
}

/** A reading that says "nowhere" is an answer, so what needs it is skipped; a missing reading is an open question. */
function unread(id: OpenPointId, profile: Profile, key: (name: string) => string): Inapplicable | undefined {
  const reading = profile.readings[id];
  if (reading?.value === undefined)
    return {
      status: "inconclusive",
      reason: `no reading of the open point ${id} was found${
        reading?.evidence ? ` (${reading.evidence.replace(/\.$/, "")})` : ""
      }; pin it in ${key(`openPoints.${id}`)}`,
      ifAnswered: true,
    };
  const cursors = id === "page-cursors" ? readingOf(profile, "page-cursors") : undefined;
  if (cursors && !cursors.start && !cursors.end)
    return { status: "skipped", reason: "this target's pages carry no cursors, which the interface allows" };
  if (id === "link-data" && readingOf(profile, "link-data")?.path === null)
    return {
      status: "skipped",
      reason:
        "no place in this target's links was found to show action data as they were sent, which the interface allows",
    };
  if (id === "state-data" && readingOf(profile, "state-data")?.path === null)
    return {
      status: "skipped",
      reason:
        "no place in this target's state was found to show action data as they were sent, which the interface allows",
    };
  if (id === "legacy-details-input" && readingOf(profile, "legacy-details-input")?.form === "ignored")
    return {
      status: "skipped",
      reason: "this target's legacy details take no page arguments, which the interface allows",
    };
  return undefined;
}

/** What cannot be seen of a target that shows its data nowhere, or gives no cursors; whatever is seen is judged all the same. */
function* unseen(profile: Profile): Iterable<readonly [RequirementId, string]> {
  const hidden = (id: "link-data" | "state-data"): boolean => readingOf(profile, id)?.path === null;
  if (hidden("link-data") && hidden("state-data")) {
    const reason = "this target shows action data neither in links nor in the state, which the interface allows";
    for (const { id, area } of requirements) if (area === "DATA") yield [id, reason];
  }
  if (hidden("link-data")) {
    const reason = "this target's links do not tell which action they stand for, which the interface allows";
    for (const id of ["ACT-08", "DETAILS-08", "CONC-04", "PAGE-03", "PAGE-04", "PAGE-11"] as const) yield [id, reason];
  }
  if (hidden("state-data") && profile.readings["search-keys"]?.value === undefined) {
    const reason =
      "this target shows none of the data sent in its state, so what a filter matches cannot be told; pin openPoints.search-keys to have it judged";
    for (const { id, needs } of requirements) if (needs?.includes("reading:search-keys")) yield [id, reason];
    // With filters that it does not know a target may refuse every search.
    for (const id of ["SEARCH-01", "SEARCH-02"] as const) yield [id, reason];
  }
  if (readingOf(profile, "link-order")?.order === "newest-first")
    yield [
      "PAGE-11",
      "this target shows the newest link first, so that every action moves the others, which the interface allows",
    ];
  const cursors = readingOf(profile, "page-cursors");
  const none = "this target's pages carry no cursors, which the interface allows";
  if (cursors && !cursors.start && !cursors.end) yield ["PAGE-13", none];
  for (const id of ["PAGE-03", "PAGE-05"] as const) if (cursors && !cursors.end) yield [id, none];
  for (const id of ["PAGE-04", "PAGE-06"] as const) if (cursors && !cursors.start) yield [id, none];
  const combinations = readingOf(profile, "page-combinations");
  for (const [id, combination] of [
    ["PAGE-05", "first-after"],
    ["PAGE-06", "last-before"],
  ] as const) {
    const reading = combinations?.[combination];
    if (reading !== "refused" && reading !== "ignored") continue;
    yield [
      id,
      `this target does not take ${combination.replace("-", " with ")}; the rules for combining are not shown`,
    ];
  }
  const refused = readingOf(profile, "input-features")?.refused ?? [];
  for (const [id, pattern] of [
    ["DATA-08", /^data\.long/],
    ["DATA-09", /^data\.deep/],
    ["DATA-07", /^data\.(latin|cjk|emoji)/],
    ["FILE-05", /^file\.empty$/],
    ["FILES-09", /^file\.same-name$/],
  ] as const) {
    const features = refused.filter((feature) => pattern.test(feature));
    if (features.length > 0)
      yield [id, `this target refuses such input (${features.join(", ")}), which the interface allows`];
  }
}
