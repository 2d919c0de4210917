import type { OpenPointId } from "../../spec/vocabulary/profile.ts";
import type { Hooks } from "../hooks/hooks.ts";

/** The open point that leaves a choice; `representation` where HTTP or JSON allow the same thing in several forms. */
type Choice = OpenPointId | "representation";

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
}

/** Variants by open point and name. */
export type VariantEntries = { readonly [Point in Choice as `${Point}/${string}`]: VariantEntry };

/** An entry of a list of variants. */
export const variant = (title: string, install: VariantEntry["install"]): VariantEntry => ({ title, install });
