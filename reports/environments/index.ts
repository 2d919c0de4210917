/** Several environments in one command: what came of each. */
export { environmentLine, runOf, sentenceOf, worstOf, type EnvironmentOutcome } from "./outcome.ts";
export { environmentsPage } from "./page.ts";
