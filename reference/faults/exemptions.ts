import type { RequirementId } from "../../spec/requirements/index.ts";

/** A requirement that must hold and that no fault breaks. */
export interface Exemption {
  readonly requirement: RequirementId;
  /** Why no fault can. */
  readonly reason: string;
}

/** Every MUST without a fault. */
export const exemptions: readonly Exemption[] = [];
