import type { OpenPointId } from "../../spec/vocabulary/profile.ts";
import type { Hooks } from "../core/seams.ts";

/** A service that conforms, and reads one open point in another way than the reference does. */
export interface Variant {
  /** `<open point>/<file name>`. */
  readonly id: string;
  /** What it does differently, in one sentence. */
  readonly title: string;
  /** The open point that leaves it the choice; `representation` where HTTP or JSON allow the same thing in several forms. */
  readonly openPoint: OpenPointId | "representation";
  install(hooks: Hooks): void;
}
