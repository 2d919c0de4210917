/** What a run has at hand, by which it is decided whether a requirement can be judged, and how it is said that it cannot. */
import type { Profile } from "../vocabulary/profile.ts";
import type { Unjudged } from "../vocabulary/unjudged.ts";
import type { Person, WorkflowDescription } from "../vocabulary/target.ts";

/** The part of an environment that decides what can be judged. */
export interface ConfiguredTarget {
  readonly name: string;
  /** True where flags describe it, and no file. */
  readonly byFlags?: boolean;
  readonly access: "read-only" | "read-write";
  /** Wrong passwords that may be sent for each account; absent: any number. */
  readonly wrongPasswords?: number;
  /** True where the second user has an email and a password. */
  readonly secondPassword?: boolean;
  /** Of the run: by it a single wrong password goes to one of the two credential logins. */
  readonly seed?: number;
  readonly credentials?: { readonly email?: string; readonly password?: string; readonly privateKey?: string };
  readonly secondUser?: { readonly sharesOrganization?: boolean };
  readonly organization?: string;
  readonly workflows: readonly WorkflowDescription[];
  readonly knownTraces?: readonly string[];
  /** The users, where the configuration says what each may do. */
  readonly people?: readonly (Pick<Person, "may"> & Partial<Person>)[];
}

/** Keys of the actions whose configured data schemas leave no room for what shows a requirement. */
export interface ClosedSchemas {
  /** Leaves no room for a text that one action alone has. */
  readonly noMarker?: string;
  /** Creates traces, and leaves room for such a text only where others may have the same by chance. */
  readonly commonMarker?: string;
  /** Names too few members for filters beside that text. */
  readonly fewFilters?: string;
  /** Leaves no room for data of the kind that the requirement is about. */
  readonly withoutSuchData?: (requirement: string) => string | undefined;
}

export interface AtHand {
  readonly target: ConfiguredTarget;
  readonly profile: Profile;
  readonly schemas: ClosedSchemas;
}

export interface Inapplicable {
  readonly status: "skipped" | "inconclusive";
  /** What is missing, and the configuration key that supplies it. */
  readonly reason: string;
  /** Both apart, where something can be supplied. */
  readonly unjudged?: Unjudged;
  /** True for a reading that no pin would bring where the target answers nothing. */
  readonly ifAnswered?: boolean;
  /** True where the target's own choice, which the interface allows, leaves nothing to judge. */
  readonly choice?: true;
  /** True for what only a run can see of the target, and for what its answers may show all the same: before one, nothing is known. */
  readonly isSeenInRun?: true;
}

export interface NeedKind {
  /** What a person supplies, in a few words; absent for what is the target's own choice. */
  readonly remedy?: string;
  /** Why a requirement cannot be judged; undefined where what it needs is there. */
  missing(atHand: AtHand, requirement: string): Inapplicable | undefined;
}

/** @param remedy what has it judged, as an imperative; absent where nobody can do anything about it */
export function skipped(what: string, remedy?: string): Inapplicable {
  if (remedy === undefined) return { status: "skipped", reason: what };
  return { status: "skipped", reason: `${what}; ${remedy}`, unjudged: { because: "missing", what, remedy } };
}

export const chosen = (reason: string): Inapplicable => ({ status: "skipped", reason, choice: true });

/** True where a run may create traces; where it may not, much cannot show, and that is no gap of the run. */
export function mayWrite({ access, workflows }: Pick<ConfiguredTarget, "access" | "workflows">): boolean {
  return access === "read-write" && workflows.some(({ actions }) => actions.some(({ creates }) => creates));
}
