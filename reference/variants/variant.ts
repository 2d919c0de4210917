import type { Hooks } from "../core/seams.ts";

/** A service that conforms, and reads one open point in another way than the reference does. */
export interface Variant {
  /** `<open point>/<file name>`. */
  readonly id: string;
  /** What it does differently, in one sentence. */
  readonly title: string;
  /** The open point of the interface that leaves it the choice. */
  readonly openPoint: string;
  install(hooks: Hooks): void;
}
