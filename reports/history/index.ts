/** Many runs of many targets: what is kept of each, what they tell together, and how that is shown. */
export { historyAsJson } from "./json.ts";
export { contentDigest, digestOf, keptRun, type KeptRun, type PastRun, type RunDetails } from "./kept-run.ts";
export { requirementText, targetsText, targetText } from "./show.ts";
export { targetHistory, type TargetHistory } from "./target.ts";
