/** Why a run left a requirement unjudged, as far as reports act on it; people read the sentence beside it. */
export type Unjudged =
  /** What the configuration lacks, as a clause, and what supplies it, as an imperative. */
  | { readonly because: "missing"; readonly what: string; readonly remedy: string }
  /** `--only` names others. */
  | { readonly because: "not-selected" }
  /** The run ended before its first script. */
  | { readonly because: "not-begun" };
