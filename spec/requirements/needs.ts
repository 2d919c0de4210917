/**
 * What must be at hand before a requirement can be judged: every kind of need, once, with the reason where it is
 * missing.
 */
import { otherFace } from "../operations.ts";
import { listingOf } from "../readings/listed-next.ts";
import { isBoundToOrder, oncePlaces, processOf, refusedAt, type ProcessRules } from "../readings/process.ts";
import { isFormSoughtInVain } from "../readings/forms.ts";
import { readingOf, type OpenPointId, type OpenPointValues, type Profile } from "../vocabulary/profile.ts";
import { actionsInFile, settingName, settingTo } from "../vocabulary/setting-name.ts";
import { notBeginning, notTheirs, requiredMember } from "../readings/unfit.ts";
import {
  hasEmptyFiles,
  hasFilesLater,
  hasFilesOfSeveral,
  hasThreeActions,
  hasTwoFiles,
} from "../readings/file-rooms.ts";
import { mayBringSeveral, needsFile } from "../readings/file-policy.ts";
import type { WorkflowDescription } from "../vocabulary/target.ts";
import { chosen, mayWrite, skipped } from "./at-hand.ts";
import type { ClosedSchemas, ConfiguredTarget, NeedKind } from "./at-hand.ts";
import { creationAsking, filesTaken, someTrace, whereFilesAreTaken } from "./file-needs.ts";

/** What is missing, as a clause, and what supplies it, as an imperative. */
type Gap = readonly [what: string, remedy: string];

/** Supplied by the configuration. */
function setting(
  remedy: string,
  has: (target: ConfiguredTarget) => boolean,
  gap: (key: (name: string) => string, target: ConfiguredTarget) => Gap,
): NeedKind {
  return {
    remedy,
    missing: ({ target }) => (has(target) ? undefined : skipped(...gap((name) => settingName(target, name), target))),
  };
}

/**
 * Found by the probes. A reading that says "nowhere" is an answer, so what needs it is skipped; a missing one is an
 * open question.
 */
function reading<Id extends OpenPointId>(id: Id, nowhere?: (value: OpenPointValues[Id]) => string | false): NeedKind {
  return {
    remedy: `a reading of the open point ${id} (found by the probes, or pinned in \`openPoints\`)`,
    missing({ target, profile }) {
      const value = readingOf(profile, id);
      if (value !== undefined) {
        const reason = nowhere?.(value);
        return reason ? chosen(reason) : undefined;
      }
      const evidence = profile.readings[id]?.evidence;
      const seen = evidence ? ` (${evidence.replace(/\.$/, "")})` : "";
      const pin = `pin it in ${settingName(target, `openPoints.${id}`)}`;
      if (mayWrite(target))
        return {
          status: "inconclusive",
          reason: `no reading of the open point ${id} was found${seen}; ${pin}`,
          ifAnswered: true,
        };
      const what = `nothing may be written, and without that no reading of the open point ${id} was found${seen}`;
      return { ...skipped(what, pin), ifAnswered: true };
    },
  };
}

/** The target's own choice, which the interface allows. */
function choice(reason: (profile: Profile) => string | false | undefined): NeedKind {
  return {
    missing({ profile }) {
      const found = reason(profile);
      return found ? chosen(found) : undefined;
    },
  };
}

function input(pattern: RegExp): NeedKind {
  return choice((profile) => {
    const refused = readingOf(profile, "input-features")?.refused.filter((trait) => pattern.test(trait)) ?? [];
    return refused.length > 0 && `this target refuses such input (${refused.join(", ")}), which the interface allows`;
  });
}

function combination(name: "first-after" | "last-before"): NeedKind {
  return choice((profile) => {
    const value = readingOf(profile, "page-combinations")?.[name];
    const taken = value !== "refused" && value !== "ignored";
    return !taken && `this target does not take ${name.replace("-", " with ")}; the rules for combining are not shown`;
  });
}

/** What answers of a run may show in part though it is missing. */
function shownInPart({ missing, ...need }: NeedKind): NeedKind {
  return {
    ...need,
    missing(atHand, requirement) {
      const found = missing(atHand, requirement);
      return found && { ...found, isSeenInRun: true };
    },
  };
}

/** What the process of one of the workflows shows. */
function process(
  shows: (rules: ProcessRules, workflow: WorkflowDescription, profile: Profile) => boolean,
  reason: string,
): NeedKind {
  return {
    missing({ target, profile }) {
      if (profile.readings["action-gating"]?.seenLate)
        return skipped(
          "a process showed itself only while the scripts ran, none of which was made for it",
          `say it beforehand (after, atMost or ends in ${actionsInFile(target)})`,
        );
      const shown = target.workflows.some((workflow) => {
        const rules = processOf(profile, workflow);
        return rules !== undefined && shows(rules, workflow, profile);
      });
      return shown ? undefined : { ...skipped(reason), isSeenInRun: true };
    },
  };
}

/** Room in the configured data schemas. */
function room(missing: (schemas: ClosedSchemas, requirement: string) => string | undefined, what: string): NeedKind {
  return {
    missing({ schemas }, requirement) {
      const action = missing(schemas, requirement);
      return action === undefined ? undefined : skipped(`the schema of action ${action} ${what}`);
    },
  };
}

/** Without a second user, whose password is a wrong one too, a single wrong password is for one of the two logins. */
function share(face: "v2" | "legacy"): NeedKind {
  return setting(
    "`secondUser` with email and password, or `probeWrongPasswords: 2`",
    ({ wrongPasswords, secondPassword, seed }) =>
      wrongPasswords !== 1 || secondPassword === true || seed === undefined || faceOfOneWrongPassword(seed) === face,
    (key) => [
      `this run's only wrong password is sent to the ${otherFace(face)} login`,
      `another seed sends it here, or set ${key("probeWrongPasswords")}: 2`,
    ],
  );
}

/** The login to which the only wrong password of a run is sent: over the seeds of many runs, each of them. */
export function faceOfOneWrongPassword(seed: number): "v2" | "legacy" {
  return seed % 2 === 0 ? "v2" : "legacy";
}

const hidden = (profile: Profile, id: "link-data" | "state-data"): boolean => readingOf(profile, id)?.path === null;
const noCursors = "this target's pages carry no cursors, which the interface allows";

export const needKinds = {
  "write-access": {
    remedy: "`access: read-write` for the environment",
    missing({ target, profile }) {
      const form = profile.readings["action-forms"];
      if (mayWrite(target))
        return form && isFormSoughtInVain(profile) ? { status: "inconclusive", reason: form.evidence } : undefined;
      const toWrite = settingTo(target, "access", "read-write");
      if (target.access === "read-only")
        return skipped("the environment is read-only", `set ${toWrite} to let the run create traces`);
      const how = target.byFlags
        ? "give --create-action KEY:GROUP"
        : `add one with creates: true to ${settingName(target, "workflows[].actions")}`;
      return skipped("no action that creates a trace is configured", how);
    },
  },
  "credential-login": setting(
    "`credentials.email` and `credentials.password`",
    ({ credentials }) => credentials?.email !== undefined && credentials.password !== undefined,
    (key) => [
      "no email and password are configured",
      `supply ${key("credentials.email")} and ${key("credentials.password")}`,
    ],
  ),
  "private-key-login": setting(
    "`credentials.privateKey`",
    ({ credentials }) => credentials?.privateKey !== undefined,
    (key) => ["no private key is configured", `supply ${key("credentials.privateKey")}`],
  ),
  "wrong-passwords": setting(
    "an environment with `access: read-write` that is no production, or `probeWrongPasswords`",
    ({ wrongPasswords = 1 }) => wrongPasswords > 0,
    (key) => [
      "no wrong password is sent for a real account where the environment is read-only or a production, as it might lock the account",
      `judge it in a test environment with access: read-write, or set ${key("probeWrongPasswords")}`,
    ],
  ),
  "wrong-password-v2": share("v2"),
  "wrong-password-legacy": share("legacy"),
  "second-user": setting(
    "`secondUser` with its credentials",
    ({ secondUser }) => secondUser !== undefined,
    (key) => ["no second user is configured", `supply ${key("secondUser")}`],
  ),
  "separate-organization": setting(
    "`secondUser.sharesOrganization: false`",
    ({ secondUser }) => secondUser?.sharesOrganization === false,
    (_, target) => [
      "nothing says that the second user shares no organization with the first",
      `set ${settingTo(target, "secondUser.sharesOrganization", "false")} where that is so`,
    ],
  ),
  organization: setting(
    "`organization`",
    ({ organization }) => organization !== undefined,
    (key) => ["no organization is configured", `supply ${key("organization")}`],
  ),
  workflow: setting(
    "an entry in `workflows`",
    ({ workflows }) => workflows.length > 0,
    (key) => [
      "no workflow is configured, nor named by the organization's list",
      `name one with ${key("workflows[].id")}`,
    ],
  ),
  "known-workflow": setting(
    "an entry in `workflows`",
    ({ workflows }) => workflows.some(({ isFromList }) => !isFromList),
    (key, { workflows: [listed] }) => [
      "no workflow is configured that the list must name",
      `name one with ${key("workflows[].id")}${listed ? ` (the target lists ${listed.id})` : ""}`,
    ],
  ),
  readable: setting(
    "`organization`, an entry in `workflows`, or `knownTraces`",
    ({ organization, workflows, knownTraces }) => Boolean(organization ?? workflows[0] ?? knownTraces?.[0]),
    (key) => [
      "nothing that could be read with a token is configured",
      `supply ${key("organization")}, ${key("workflows[].id")} or ${key("knownTraces")}`,
    ],
  ),
  "second-workflow": shownInPart(
    setting(
      "a second entry in `workflows` (with one alone, by searches in a workflow that does not exist)",
      ({ workflows }) => workflows.length > 1,
      (key, target) => [
        "only one workflow is configured",
        `add a second to ${target.byFlags ? "the `workflows` of a configuration file" : key("workflows")}`,
      ],
    ),
  ),
  "workflow-name": setting(
    "`name` of the workflow",
    ({ workflows }) => workflows.some(({ name }) => name !== undefined),
    (key) => ["no workflow's name is configured", `supply ${key("workflows[].name")}`],
  ),
  "creation-with-several-files": creationAsking((files) => !mayBringSeveral(files), "takes several files"),
  "files-of-several-actions": someTrace(
    hasFilesOfSeveral,
    "no trace of this target takes files of several actions: each other action was refused with one, or cannot follow",
  ),
  "files-later": someTrace(
    hasFilesLater,
    "no action of this target that is appended takes files: each was refused with one, and taken without",
  ),
  "two-files": someTrace(
    hasTwoFiles,
    "no trace of this target takes two files: its actions take one at most, and no two of them can be on one trace",
  ),
  "empty-file": someTrace(
    hasEmptyFiles,
    "each action of this target that takes files looks into them, and takes those of certain types alone, which are never empty",
  ),
  "tells:files-of-one-name": choice((profile) => {
    const { path = [], of } = readingOf(profile, "digest-location") ?? {};
    const isOpaque = readingOf(profile, "digest-algorithm")?.algorithm === "opaque";
    const isKey = path.at(-1) === "{*}" && of !== "values";
    return (
      isOpaque &&
      isKey &&
      "this target names the file at each digest and no more, so that nobody can tell two of one name apart, which the interface allows"
    );
  }),
  "three-actions": someTrace(
    hasThreeActions,
    "the process of this target lets no trace have three actions, so that none grows behind a page of the first",
  ),
  "creation-without-files": creationAsking(needsFile, "comes without files"),
  "append-action": setting(
    "an action in `workflows[].actions` that can be appended",
    ({ workflows }) => workflows.some(({ actions }) => actions.some(({ appends }) => appends)),
    (key, { byFlags }) => [
      "no action that can be appended is configured",
      byFlags
        ? "give one by --append-action KEY:GROUP"
        : `add one to ${key("workflows[].actions")}, or say appends: true of one that creates`,
    ],
  ),
  "reading:digest-list-query": whereFilesAreTaken(reading("digest-list-query")),
  "files-taken": filesTaken,
  "reading:digest-location": whereFilesAreTaken(reading("digest-location")),
  "reading:link-data": reading(
    "link-data",
    ({ path }) =>
      path === null &&
      "no place in this target's links was found to show action data as they were sent, which the interface allows",
  ),
  "reading:state-data": reading(
    "state-data",
    ({ path }) =>
      path === null &&
      "no place in this target's state was found to show action data as they were sent, which the interface allows",
  ),
  "reading:search-keys": reading("search-keys"),
  "reading:search-workflow-key": reading("search-workflow-key"),
  "reading:legacy-details-input": reading(
    "legacy-details-input",
    ({ form }) =>
      form === "ignored" && "this target's legacy details take no page arguments, which the interface allows",
  ),
  "reading:page-cursors": reading("page-cursors", ({ start, end }) => !start && !end && noCursors),
  "shows:data": choice(
    (profile) =>
      hidden(profile, "link-data") &&
      hidden(profile, "state-data") &&
      "this target shows action data neither in links nor in the state, which the interface allows",
  ),
  "shows:data-in-links": choice(
    (profile) =>
      hidden(profile, "link-data") &&
      "this target's links do not tell which action they stand for, which the interface allows",
  ),
  // With filters that it does not know a target may refuse every search.
  "shows:searched-data": choice((profile) => {
    const keys = readingOf(profile, "search-keys");
    if (keys?.computed)
      return "this target's searches compare what it computes for its state and nothing that was sent, which the interface allows";
    return (
      hidden(profile, "state-data") &&
      keys === undefined &&
      "this target shows none of the data sent in its state, so what a filter matches cannot be told; pin openPoints.search-keys to have it judged"
    );
  }),
  "shows:lasting-places": choice(
    (profile) =>
      readingOf(profile, "link-order")?.order === "newest-first" &&
      "this target shows the newest link first, so that every action moves the others, which the interface allows",
  ),
  "shows:cursors": choice((profile) => {
    const cursors = readingOf(profile, "page-cursors");
    return cursors && !cursors.start && !cursors.end && noCursors;
  }),
  "shows:start-cursor": choice((profile) => readingOf(profile, "page-cursors")?.start === false && noCursors),
  "shows:end-cursor": choice((profile) => readingOf(profile, "page-cursors")?.end === false && noCursors),
  "unfit-action": setting(
    "an action that begins no trace, or users with groups",
    (target) =>
      [notBeginning(target), notTheirs(target), requiredMember(target), requiredMember(target, "appends")].some(
        (unfit) => unfit.length > 0,
      ),
    (key) => [
      "each configured action may begin a trace, and each user may do all of them, as far as is known",
      `see ${key("workflows[].actions")} and ${key("users[].groups")}`,
    ],
  ),
  "process:together": {
    missing: ({ target, profile }) =>
      target.workflows.every((workflow) => isBoundToOrder(profile, workflow))
        ? skipped(
            "the process of the workflow lets no two actions of a trace come in any order, which the interface allows",
          )
        : undefined,
  },
  "process:gate": process(
    (rules, workflow) => refusedAt(rules, workflow) !== undefined,
    "no process was observed that keeps an action from coming at some time, which the interface allows",
  ),
  "process:listed": process(
    (rules, workflow, profile) =>
      listingOf(profile, workflow) !== undefined && refusedAt(rules, workflow) !== undefined,
    "the state of this target was not seen to list which actions may come next, which the interface allows",
  ),
  "process:once": process(
    (_, workflow, profile) => oncePlaces(profile, workflow).length > 0,
    "no process was observed by which an action may come once and not again, which the interface allows",
  ),
  "takes:first-after": combination("first-after"),
  "takes:last-before": combination("last-before"),
  "takes:long-text": input(/^data\.long/),
  "takes:deep-data": input(/^data\.deep/),
  "takes:unicode": input(/^data\.(latin|cjk|emoji)/),
  "takes:empty-file": input(/^file\.empty$/),
  "takes:same-file-name": input(/^file\.same-name$/),
  "schema:marker": room(({ noMarker }) => noMarker, "leaves no room for a text that tells traces apart"),
  "schema:lone-marker": room(
    ({ commonMarker }) => commonMarker,
    "leaves no room for a text that no other trace has, which tells a trace that was never created",
  ),
  "schema:filters": room(({ fewFilters }) => fewFilters, "names too few members that a filter can name"),
  "schema:such-data": room(
    ({ withoutSuchData }, requirement) => withoutSuchData?.(requirement),
    "leaves no room for such data",
  ),
} satisfies Readonly<Record<string, NeedKind>>;

/** What must be at hand before a requirement can be judged at all. */
export type Need = keyof typeof needKinds;
