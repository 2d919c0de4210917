/** How the data of the actions become the data of a state: by a rule, in one document or in several. */

/** How the data of one action after the other become one document; `list`: all of them, in order. */
export type MergeRule = (typeof mergeRules)[number] | "list";

const mergeRules = [
  "shallow-merge",
  "shallow-patch",
  "deep-merge",
  "deep-merge-concat",
  "deep-merge-by-index",
  "deep-merge-union",
  "merge-patch",
  "replace",
  "first-wins",
] as const;

/** What the actions of one document have in common, where a state keeps several of them under its name. */
export type Container = "action" | "group";

/** Rules by which the documents of containers go on; one that is replaced is the usual case, and has the plain name. */
const rulesWithin = [
  "shallow-merge",
  "shallow-patch",
  "deep-merge",
  "deep-merge-concat",
  "deep-merge-by-index",
  "deep-merge-union",
  "merge-patch",
  "first-wins",
  "list",
] as const;

const keyedByAction = rulesWithin.map((rule) => `keyed-by-action-${rule}` as const);
const keyedByGroup = rulesWithin.map((rule) => `keyed-by-group-${rule}` as const);

/** Every known way, the usual ones first. */
export const stateFolds = [
  ...mergeRules,
  "keyed-by-action",
  "keyed-by-group",
  "list-of-actions",
  ...keyedByAction,
  ...keyedByGroup,
] as const;

export type StateFold = (typeof stateFolds)[number];

interface FoldParts {
  readonly rule: MergeRule;
  /** Absent where there is one document for all actions. */
  readonly container?: Container;
}

const parts = {
  ...(Object.fromEntries(mergeRules.map((rule) => [rule, { rule }])) as Record<string, FoldParts>),
  "keyed-by-action": { container: "action", rule: "replace" },
  "keyed-by-group": { container: "group", rule: "replace" },
  "list-of-actions": { rule: "list" },
  ...Object.fromEntries(
    rulesWithin.flatMap((rule): [string, FoldParts][] => [
      [`keyed-by-action-${rule}`, { container: "action", rule }],
      [`keyed-by-group-${rule}`, { container: "group", rule }],
    ]),
  ),
} as { readonly [fold in StateFold]: FoldParts };

/** The rule of a fold, and what it keeps apart. */
export function partsOf(fold: StateFold): FoldParts {
  return parts[fold];
}
