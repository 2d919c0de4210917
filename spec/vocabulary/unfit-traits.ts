/** Traits of steps that a target may refuse, of which both faces must think alike. */
export const unfitTraits = {
  /** A creation by an action that only follows others. */
  beginning: "unfit.beginning",
  /** An action by a user who does not act for its group, or may not write. */
  sender: "unfit.sender",
  /** Data without a member that the form of the action wants, or with a value that its list does not have. */
  form: "unfit.form",
  /** Data with a member of another type than the form of the action says: refused, or taken and kept by both faces alike. */
  type: "unfit.type",
  /** Data with a member that the form of the action does not know: refused, dropped or kept, but by both faces alike. */
  beyond: "unfit.beyond",
  /** Data at their ends, such as an empty list: refused by a rule of the target's own, or taken. */
  extreme: "unfit.extreme",
  /** What was refused on this target before, in the same place: the same data, by the same user. */
  again: "unfit.again",
  /** The thing that an action of its kind named before on its trace, of those that the service made there: refused, or taken. */
  thing: "unfit.thing",
  /** More files than the target takes with one action. */
  files: "unfit.files",
} as const;
