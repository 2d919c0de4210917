import type { RequirementId } from "../../spec/requirements/index.ts";
import type { EnvironmentName } from "../environments.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Scope } from "../hooks/rewrite.ts";

/** A service that is wrong in one way. */
export interface Fault extends FaultEntry {
  /** `<area>/<name>`. */
  readonly id: string;
}

/** A fault as its area lists it, under its id. */
export interface FaultEntry {
  /** What is wrong, in one sentence. */
  readonly title: string;
  /** The requirement, or any of the requirements, that must catch it. */
  readonly requirement: RequirementId | readonly RequirementId[];
  readonly install: (hooks: Hooks) => void;
  /** The workflows that it is tried on; absent: those of the embedded environment. */
  readonly environment?: EnvironmentName;
  /** True where it shows only when connections are lost: it is examined with `--disturb`. */
  readonly disturbed?: true;
  /** True where it shows only while much else goes on: as many scripts are under way at once as in a run. */
  readonly crowded?: true;
  /** What is missing before it can be expected to be caught: the matrix leaves it out unless it or its folder is named. */
  readonly awaits?: string;
}

/** The faults of an area by id. */
export type FaultEntries<Area extends string> = Readonly<Record<`${Area}/${string}`, FaultEntry>>;

/** An entry of an area. */
export const fault = (
  title: string,
  requirement: FaultEntry["requirement"],
  install: FaultEntry["install"],
): FaultEntry => ({ title, requirement, install });

/** Makes entries that differ in the change alone which one helper installs. */
export const faultMaker =
  <Change>(helper: (hooks: Hooks, change: Change, scope?: Scope) => void, scope?: Scope) =>
  (title: string, requirement: FaultEntry["requirement"], change: Change): FaultEntry =>
    fault(title, requirement, (hooks) => helper(hooks, change, scope));
