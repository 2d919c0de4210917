import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Hooks } from "../core/seams.ts";

/** A service that is wrong in one way. */
export interface Fault {
  /** `<area>/<file name>`. */
  readonly id: string;
  /** The lie it tells, in one sentence. */
  readonly title: string;
  /** The requirement, or any of the requirements, that must catch it. */
  readonly requirement: RequirementId | readonly RequirementId[];
  install(hooks: Hooks): void;
}
