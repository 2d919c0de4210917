/** Traits of steps that a target may refuse, of which both faces must think alike. */
export const unfitTraits = {
  /** A creation by an action that only follows others. */
  beginning: "unfit.beginning",
  /** An action by a user who does not act for its group, or may not write. */
  sender: "unfit.sender",
} as const;
