/** The history of runs: its store, and what is read into it. */
export { checkTemplate, linkFrom } from "./report-link.ts";
export { openStore } from "./open-store.ts";
export { readRun, resultsOfRun } from "./read-run.ts";
export { writeSite } from "./site-folder.ts";
export { shownStore } from "./store-name.ts";
export type { Addition, HistoryStore } from "./store.ts";
