/** What is known of a target beforehand, from the configuration, without its secrets. */
import type { Duty } from "../operations.ts";
import type { JsonObject } from "../json.ts";
import type { Account } from "./script.ts";

/** What an action was seen to ask of its files; of what is absent nothing is known. */
export interface FilePolicy {
  /** True where it must bring at least one. */
  readonly needed?: boolean;
  /** So many at least, where one alone was refused: such as one for each entry of a list in its data. */
  readonly least?: number;
  /** So many at most; 0: it may bring none. */
  readonly most?: number;
  /** Ends of file names that it takes, in lower case and with the dot, such as `.png`; names with other ends are refused. */
  readonly types?: readonly string[];
  /** True where it looks into files: each must begin as files of its type do, and say that type. */
  readonly genuine?: boolean;
  /** The member of its data that names the file which comes with it. */
  readonly namedBy?: string;
}

/** `some`: a file is needed; `none`: none may come; `pdf`: one PDF and nothing else. */
export type FilesWanted = "some" | "none" | "pdf" | FilePolicy;

export interface ActionDescription {
  readonly key: string;
  readonly groupLabel: string;
  /** True where the action can create a trace. */
  readonly creates: boolean;
  /** True where the action can be appended to a trace. */
  readonly appends: boolean;
  /** True where no action of the workflow is said to be appended or not: one that is never taken then is none of its actions. */
  readonly isAppendingAssumed?: true;
  /** JSON Schema of the data; absent: any JSON object. */
  readonly dataSchema?: JsonObject;
  /** Data that it takes as they stand, of which the schema was made; absent where none are given. */
  readonly examples?: readonly JsonObject[];
  /** True where it takes its examples one after the other on each trace, as where things are done one by one. */
  readonly inTurn?: boolean;
  /** True where each must bring texts of its own, such as a serial number, and the same ones are refused once they are there. */
  readonly ownTexts?: boolean;
  /** What it asks of its files. Absent: it takes any, and none. */
  readonly files?: FilesWanted;
  /** Keys of actions, all of which must have been done on the trace before. Absent: it may come at any time. */
  readonly after?: readonly string[];
  /** How often it may be done on one trace. Absent: without limit. */
  readonly atMost?: number;
  /** True where nothing may follow it. */
  readonly ends?: boolean;
}

/** Where a state lists the actions that may come next. */
export interface NextActions {
  /** Below the state. */
  readonly path: readonly string[];
  /**
   * `group`: a map from group labels to lists of action keys; `all`: one list; `entry`: one list, each entry of which names
   * the group, or the groups, that may do the action, or the actions; `action`: a map from action keys to true or false, or to
   * the groups that may do the action. One that holds anything else names it by being there.
   */
  readonly by: "group" | "all" | "entry" | "action";
  /**
   * Where the list of a group stands below what the map holds for it, or below the entry. Absent: the map holds the list itself,
   * and each entry is of one action. For the latter, and in a map from action keys, it may lead to true or false.
   */
  readonly below?: readonly string[];
  /** The member of an entry that holds the key of the action. Absent: `actionKey`, `key` or `action`. */
  readonly key?: string;
  /** The member of an entry that names who may do it. Absent: `groupLabel`, `group`, `groups` or `groupLabels`. */
  readonly group?: string;
}

export interface WorkflowDescription {
  readonly id: string;
  /** Absent when the configuration does not say. */
  readonly name?: string;
  readonly actions: readonly ActionDescription[];
  readonly nextActions?: NextActions;
  /** True where no configuration names it, but the organization's own list. */
  readonly isFromList?: true;
  /** Texts of examples that were seen to stand for what the service makes anew on each trace; absent: none. */
  readonly shownTexts?: readonly string[];
}

/** A user whose requests are the first user's, for whom they stand in. */
export interface Person {
  readonly account: Account;
  /** Labels of the groups that the user acts for; absent: every group that no other user is named for. */
  readonly groups?: readonly string[];
  /** Of a user whose groups are not told, by the label of a group: whether they were seen to act for it, or others of them were. */
  readonly seenIn?: Readonly<Record<string, boolean>>;
  readonly may: readonly Duty[];
}

/** The part of an environment that checks may look at. */
export interface JudgingTarget {
  readonly name: string;
  readonly access: "read-only" | "read-write";
  readonly organization?: string;
  readonly workflows: readonly WorkflowDescription[];
  readonly secondUser?: { readonly sharesOrganization: boolean };
  /** The first user and those of `users`; absent where the first does everything. */
  readonly people?: readonly Person[];
  /** What at least one user may do, where the configuration says so; absent: everything. */
  readonly may?: readonly Duty[];
  /** Traces that the configuration says exist, in their UUID form. */
  readonly knownTraces?: readonly string[];
  /** Wrong passwords that a run may send for each of its accounts; absent: none where it only reads, else any number. */
  readonly maxWrongPasswords?: number;
  readonly timeoutMs: number;
  readonly searchLagMs: number;
}
