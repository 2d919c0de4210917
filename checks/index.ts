/** The API of the checks' room: a case, the rules, and the loop that holds the rules against the case. */
export { Case } from "./model/case.ts";
export { judge, type Judged, type JudgeOptions } from "./judge.ts";
export { failed, judged, passed, type Finding } from "./judgements.ts";
export { rules } from "./registry.ts";
export { rule, type Observed, type Rule } from "./rule.ts";
export { answerOf, nameOf } from "./support/exchanges.ts";
export { payloadOf, succeeded } from "../spec/readings/outcome.ts";
