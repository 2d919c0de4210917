import type { Depth } from "../../generators/index.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import type { ReadableTrace } from "./readable-trace.ts";
import type { RefusedBefore } from "./refusals-on-trace.ts";

/** All that the scripts of a run follow from; the same context gives the same scripts. */
export interface SuiteContext {
  /** Text of letters, digits and `-`, unique to the run; stands in every document as `tcRun`. */
  readonly runId: string;
  readonly target: JudgingTarget;
  readonly profile: Profile;
  /** Traits of inputs that the target is known to refuse. */
  readonly refused: readonly string[];
  /** Traits of data that it takes, but not together with all others. */
  readonly apart: readonly string[];
  /** Traces of others that answered the probes; only where nothing can be written. */
  readonly readable: readonly ReadableTrace[];
  /** Texts of creations of the probes, where each must bring texts of its own. */
  readonly usedTexts?: readonly string[];
  /** What the probes saw refused on traces of processes. */
  readonly refusedBefore?: readonly RefusedBefore[];
  /** So many traces may be created at most. */
  readonly mostTraces?: number;
  readonly depth: Depth;
  readonly seed: number;
  /** True where connections are disturbed on purpose. */
  readonly disturbed?: boolean;
  /** What the configuration supplies. */
  readonly has: {
    readonly credential: boolean;
    readonly privateKey: boolean;
    readonly secondUser: boolean;
    /** Email and password of the second user. */
    readonly secondCredential: boolean;
    readonly separateOrganization: boolean;
    readonly organization: boolean;
    /** An action that can be appended to a trace. */
    readonly append: boolean;
  };
}

/** The scripts about one subject. */
export interface ScriptArea {
  /** Kebab-case, the file's name, and the second part of its scripts' ids. */
  readonly id: string;
  /** What the scripts show, in one line. */
  readonly title: string;
  scripts(context: SuiteContext): readonly Script[];
}
