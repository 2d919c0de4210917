import type { OpenPointId } from "../../spec/vocabulary/profile.ts";
import type { EnvironmentName } from "../environments.ts";
import type { Hooks } from "../hooks/hooks.ts";

/**
 * The open point that leaves a choice; `representation` where HTTP or JSON allow the same thing in several forms,
 * `process` where a workflow decides what may come next, for whom and with which data.
 */
type Choice = OpenPointId | "representation" | "process";

/** A service that conforms, and reads one open point in another way than the reference does. */
export interface Variant extends VariantEntry {
  /** `<open point>/<name>`. */
  readonly id: string;
  readonly openPoint: Choice;
}

/** A variant as it is listed, under its id. */
export interface VariantEntry {
  /** What it does differently, in one sentence. */
  readonly title: string;
  readonly install: (hooks: Hooks) => void;
  /** The workflows that it is tried on; absent: those of the embedded environment. */
  readonly environment?: EnvironmentName;
  /** What the suite does not understand yet: the matrix leaves the variant out unless it is named. */
  readonly awaits?: string;
}

/** Variants by open point and name. */
export type VariantEntries = { readonly [Point in Choice as `${Point}/${string}`]: VariantEntry };

/** An entry of a list of variants. */
export const variant = (title: string, install: VariantEntry["install"]): VariantEntry => ({ title, install });
