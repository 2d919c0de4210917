/** What the interface leaves open, as the tiny service chooses it, and the profile and target that say so. */
import type { Json } from "../../../spec/json.ts";
import type { JudgingContext } from "../../../spec/requirements/judgement.ts";
import type { JsonPath, OpenPointId, OpenPointValues, Profile } from "../../../spec/vocabulary/profile.ts";
import type { FilesWanted, JudgingTarget } from "../../../spec/vocabulary/target.ts";
import type { TinyFold } from "./tiny-fold.ts";

type BarredBy = Exclude<NonNullable<OpenPointValues["action-gating"]["byAnother"]>[string], readonly string[]>[string];

export interface Choices {
  readonly order: "oldest-first" | "newest-first";
  /** Null: the state shows none of the data. */
  readonly statePath: JsonPath | null;
  readonly fold: TinyFold;
  /** Keys of actions that leave a computed state as it was. */
  readonly silent: readonly string[];
  /** True where the state shows the data of the first action alone. */
  readonly ofFirst: boolean;
  /** Members that a computed state never shows. */
  readonly absent: readonly string[];
  /** Values that the state has of its own, by the member. */
  readonly ownValues: Readonly<Record<string, readonly string[]>>;
  /** A list of actions goes no further back. */
  readonly keepsLatest: number;
  /** An action without data leaves the state as it was. */
  readonly keepsFormer: boolean;
  /** Null: links show none of the data. */
  readonly linkPath: JsonPath | null;
  /** Links carry no id: those of like actions look the same. */
  readonly bareLinks: boolean;
  /** Links are encrypted anew at each read. */
  readonly sealedLinks: boolean;
  /** `content`: the hash; `opaque`: a name per content; `each`: a name per file. */
  readonly digests: "content" | "opaque" | "each";
  readonly digestsShown: boolean;
  /** The files of an action are named among the members of its data, in links and in the state. */
  readonly filesAmongData: boolean;
  readonly defaultSize: number;
  readonly cap: number;
  /** Undefined: as that of the v2 set. */
  readonly legacyCap: number | undefined;
  readonly beyondCap: "clamped" | "refused";
  readonly defaultEnd: "start" | "end";
  /** What a legacy page is unless asked, where it is another than a v2 page. */
  readonly legacyDefault: { readonly size: number; readonly end: "start" | "end" } | undefined;
  readonly cursors: "stable" | "fresh" | "offset" | "none" | "null";
  /** Whether a page also looks against the direction of travel. */
  readonly looksBack: boolean;
  readonly legacyPages: boolean;
  readonly text: OpenPointValues["search-keys"]["text"];
  readonly searchPath: JsonPath;
  readonly actionUuid: "trace" | "link" | "other";
  /** How a refusal looks. */
  readonly refusal: { readonly status: number; readonly v2: Json; readonly legacy: Json };
  /** A link shows the state as it was after its action, too. */
  readonly snapshots: boolean;
  /** Members beyond those that the interface names. */
  readonly extras: boolean;
  readonly upperCaseUuids: boolean;
  /** Members that change at every read. */
  readonly volatile: boolean;
  /** What the state lists as next was seen to change with the clock. */
  readonly listGoesOn: boolean;
  /** One entry per attached file, though their contents and digest are equal. */
  readonly zipsEveryHolder: boolean;
  readonly sharesOrganization: boolean;
  /** Actions of a trace after which no more may come; the state says so where it is `listed`. */
  readonly mostActions: number;
  /** So many actions a trace was seen to hold, though its state lists more. */
  readonly fullAt: number | null;
  /** What actions ask of files; null: nothing. */
  readonly files: FilesWanted | null;
  /** A reader is not shown what other users sent. */
  readonly hidesOthers: boolean;
  /** Links of this action show no data, until another one ends that; null: of none. */
  readonly withholds: { readonly key: string; readonly until: string } | null;
  /**
   * This member of what the action brings is shown neither in links nor in the state: never, until another action was done,
   * or since; null: all is.
   */
  readonly keeps: {
    readonly key: string;
    readonly name: string;
    readonly mask?: Json;
    readonly until?: string;
    readonly since?: string;
    /** It is so for each such action by itself: what comes behind it decides. */
    readonly each?: true;
  } | null;
  readonly gating: "free" | "listed" | "ordered" | "by-data";
  /** A trace is busy after an action: until the next read its state lists nothing. */
  readonly busy: boolean;
  /** Of what is listed no rules are known, but that one action was taken after a creation. */
  readonly onlyPaths: boolean;
  /** Lists do not speak of the usual action: no list of the run names it, and it may come at any time. */
  readonly outsideOfLists: boolean;
  /** The service appends a link of its own after every second action, or only after the next read, or by an action of users. */
  readonly ownLinks: boolean | "late" | "copies" | "as users";
  /** Keys of actions that are answered with 502 at times, and then add nothing. */
  readonly failingEffects: readonly string[];
  /** The state, and searches with it, have numbers in cents and under another name. */
  readonly inCents: boolean;
  /** Actions without a priority are given one, in links as in the state. */
  readonly fillsIn: boolean;
  /** An action by the key "seal" makes a paper, which the state names from then on. */
  readonly makes: boolean;
  /** The state shows the first action and those of the clerks alone, for whom the first user acts. */
  readonly ofGroups: boolean;
  /** The user "user-0" is shown a summary in place of the data. */
  readonly summaryForColleague: boolean;
  /** Where content that was sent before is refused; null: nowhere. */
  readonly duplicates: "trace" | "workflow" | null;
  /** The state has a status beside the data. */
  readonly hasStatus: boolean;
  /** The state counts its phases beside the place of the data; a filter by `phase` asks for that. */
  readonly hasPhase: boolean;
  /** After this action the state is a summary without the data; null: after none. */
  readonly summaryAfter: string | null;
  /** What decides, beside the order of actions, whether one is taken; null: nothing. */
  readonly byContent: "data" | "with-files" | "without-files" | "unknown" | null;
  /** The words in which actions are refused that no list names. */
  readonly unlistedWords: readonly string[];
  /** The service draws what may come: traces of the same steps may list different actions. */
  readonly drawn: boolean;
  /** A cursor alone, without a size, is taken too. */
  readonly afterAlone: boolean;
  /** Whose action keeps a user from another one; null: nobody's. */
  readonly byAnother: BarredBy | null;
  /** The users who act for the group, where others are refused in their place and nobody told it; null: everybody. */
  readonly doneBy: readonly string[] | null;
  /** Creations must each bring texts of their own. */
  readonly ownTexts: boolean;
}

export const usual: Choices = {
  order: "oldest-first",
  statePath: ["data"],
  fold: "shallow-merge",
  keepsLatest: Infinity,
  keepsFormer: false,
  linkPath: ["data"],
  bareLinks: false,
  sealedLinks: false,
  digests: "content",
  digestsShown: true,
  filesAmongData: false,
  defaultSize: 10,
  cap: 20,
  legacyCap: undefined,
  beyondCap: "clamped",
  defaultEnd: "start",
  legacyDefault: undefined,
  cursors: "stable",
  looksBack: true,
  legacyPages: true,
  text: "exact",
  searchPath: [],
  actionUuid: "link",
  refusal: { status: 400, v2: { error: { code: 400 }, data: null }, legacy: { message: "refused" } },
  snapshots: false,
  extras: false,
  upperCaseUuids: false,
  volatile: false,
  listGoesOn: false,
  zipsEveryHolder: false,
  sharesOrganization: false,
  mostActions: Infinity,
  fullAt: null,
  files: null,
  hidesOthers: false,
  withholds: null,
  keeps: null,
  gating: "free",
  busy: false,
  onlyPaths: false,
  outsideOfLists: false,
  ownLinks: false,
  failingEffects: [],
  inCents: false,
  fillsIn: false,
  makes: false,
  ofGroups: false,
  summaryForColleague: false,
  duplicates: null,
  hasStatus: false,
  hasPhase: false,
  summaryAfter: null,
  byContent: null,
  unlistedWords: [],
  drawn: false,
  silent: [],
  ofFirst: false,
  absent: [],
  ownValues: {},
  byAnother: null,
  afterAlone: false,
  doneBy: null,
  ownTexts: false,
};

export const workflows = [
  { id: "2041", name: "Claims" },
  { id: "2042", name: "Returns" },
] as const;

export function profileOf(choices: Choices): Profile {
  const values: { readonly [Id in OpenPointId]?: OpenPointValues[Id] } = {
    "digest-list-query": { name: "digests", style: "repeat" },
    "digest-location": { where: choices.digestsShown ? "links" : "computed", path: ["files", "*", "digest"] },
    "digest-algorithm": {
      algorithm: choices.digests === "content" ? "sha256" : "opaque",
      encoding: "hex",
      prefix: "",
    },
    "link-data": {
      path: choices.linkPath,
      encoding: "json",
      exact: choices.linkPath?.length !== 0,
      ...(choices.fillsIn ? { filled: { priority: "normal" } } : {}),
    },
    "state-data": {
      path: choices.statePath,
      fold: choices.fold,
      encoding: "json",
      exact: !choices.inCents,
      ...(choices.inCents ? { computed: { members: ["number"] } } : {}),
      ...(choices.hasStatus ? { own: ["status"], ownValues: { status: ["begun", "open"] } } : {}),
      ...(choices.hasPhase ? { beside: ["phase"] } : {}),
      ...(choices.summaryAfter === null ? {} : { replacedAfter: { "2041": [choices.summaryAfter] } }),
      ...(choices.ofGroups ? { ofGroups: true } : {}),
      ...(choices.silent.length > 0 ? { silent: choices.silent } : {}),
      ...(choices.ofFirst ? { ofFirst: true } : {}),
      ...(choices.absent.length > 0 ? { absent: choices.absent } : {}),
      ...(Object.keys(choices.ownValues).length > 0 ? { ownValues: choices.ownValues } : {}),
      ...(choices.summaryForColleague ? { summaryFor: ["user-0"] } : {}),
      ...(choices.makes ? { made: { paper: ["seal"] } } : {}),
    },
    "action-uuid": { names: choices.actionUuid, ...(choices.actionUuid === "link" ? { path: ["id"] } : {}) },
    "link-order": { order: choices.linkPath || choices.bareLinks ? choices.order : "unknown" },
    "page-size": {
      default: choices.defaultSize,
      cap: choices.cap,
      beyondCap: choices.beyondCap,
      ...(choices.legacyCap === undefined ? {} : { legacy: { cap: choices.legacyCap, beyondCap: choices.beyondCap } }),
    },
    "page-combinations": { none: "honoured", first: "honoured", last: "honoured", ...withCursors(choices) },
    "page-cursors": { start: hasCursors(choices), end: hasCursors(choices) },
    "legacy-details-input": { form: choices.legacyPages ? "arguments" : "ignored", neutral: {} },
    "search-workflow-key": { v2: "id", legacy: "id" },
    "search-keys": {
      path: choices.searchPath,
      join: "dotted",
      inner: "none",
      valueTypes: choices.inCents ? ["string", "boolean"] : ["string", "number", "boolean"],
      text: choices.text,
      empty: "all",
    },
    "volatile-members": {
      state: [...(choices.volatile ? [["readAt"]] : []), ...(choices.listGoesOn ? [["next"]] : [])],
      link: choices.sealedLinks ? [["sealed"]] : choices.volatile ? [["readAt"]] : [],
    },
    "foreign-digest": { reading: "refused" },
    "action-gating": gatingOf(choices),
    "others-data": {
      hidden: choices.hidesOthers,
      ...(choices.withholds ? { withheld: { "2041": [choices.withholds.key] } } : {}),
      ...(choices.keeps ? { links: keptOf(choices.keeps), state: keptOf(choices.keeps) } : {}),
    },
    "failing-effects":
      choices.failingEffects.length > 0
        ? { seen: true, keys: choices.failingEffects, statuses: [502] }
        : { seen: false },
    "own-links": choices.ownLinks
      ? {
          ...{ seen: true, path: ["actionKey"], keys: ["label"], after: ["open"], members: ["label"] },
          ...(choices.ownLinks === "late" ? { late: true } : {}),
          ...(choices.ownLinks === "as users" ? { keys: ["open"], byHand: ["open"] } : {}),
          ...(choices.ownLinks === "copies" ? { members: [], copies: ["label"] } : {}),
        }
      : { seen: false },
  };
  return {
    readings: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { value, evidence: "by hand" }])),
  };
}

function keptOf({
  key,
  name,
  each: _,
  ...how
}: NonNullable<Choices["keeps"]>): OpenPointValues["others-data"]["links"] {
  return { "2041": { [key]: { [name]: { keptFrom: ["first"], ...how } } } };
}

function gatingOf({
  gating,
  busy,
  onlyPaths,
  mostActions,
  fullAt,
  duplicates,
  files,
  outsideOfLists,
  byContent,
  unlistedWords,
  drawn,
  byAnother,
  doneBy,
  ownTexts,
}: Choices): OpenPointValues["action-gating"] {
  if (files !== null) return { gating: "free", files: { "2041": { open: files } } };
  if (gating === "by-data") return { gating: "free", byData: ["2041"] };
  const more = {
    ...(duplicates === null ? {} : { duplicates }),
    ...(busy ? { busyAfter: { "2041": ["open"] } } : {}),
    ...(fullAt === null ? {} : { workflows: { "2041": { mostActions: fullAt } } }),
    ...(onlyPaths ? { workflows: { "2041": { paths: [["open", "open"]] } } } : {}),
    ...(drawn ? { drawn: ["2041"] } : {}),
    ...(doneBy === null ? {} : { doneBy: { clerks: doneBy } }),
    ...(byAnother === null ? {} : { byAnother: { "2041": { open: byAnother } } }),
    ...(outsideOfLists ? { outside: { "2041": ["open"] } } : {}),
    ...(ownTexts ? { ownTexts: { "2041": ["open"] } } : {}),
    ...(byContent === null ? {} : { byContent: { "2041": { open: byContent } } }),
    ...(unlistedWords.length > 0 ? { unlistedWords: { "2041": unlistedWords } } : {}),
  };
  if (gating === "listed") return { gating, path: ["next"], by: "group", ...more };
  if (gating === "free") return { gating, ...more };
  return onlyPaths ? { gating: "unclear", ...more } : { gating, workflows: { "2041": { mostActions } }, ...more };
}

function hasCursors({ cursors }: Choices): boolean {
  return cursors !== "none" && cursors !== "null";
}

function withCursors(choices: Choices): OpenPointValues["page-combinations"] {
  const alone = choices.afterAlone ? { after: "honoured" as const } : {};
  return hasCursors(choices) ? { "first-after": "honoured", "last-before": "honoured", ...alone } : {};
}

export function targetOf(choices: Choices): JudgingTarget {
  const action = { key: "open", groupLabel: "clerks", creates: true, appends: true };
  return {
    name: "by hand",
    access: "read-write",
    organization: "acme",
    workflows: workflows.map(({ id, name }) => ({ id, name, actions: [action] })),
    ...(choices.doneBy === null
      ? {}
      : { people: (["first", "user-0"] as const).map((account) => ({ account, may: ["read", "write", "search"] })) }),
    secondUser: { sharesOrganization: choices.sharesOrganization },
    ...(choices.ofGroups
      ? { people: [{ account: "first", groups: ["clerks"], may: ["read", "write", "search"] }] }
      : {}),
    timeoutMs: 10_000,
    searchLagMs: 1_000,
  };
}

export function contextOf(choices: Choices): JudgingContext {
  return { profile: profileOf(choices), target: targetOf(choices) };
}
