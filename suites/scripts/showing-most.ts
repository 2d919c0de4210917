/**
 * Scripts that show a requirement which no script before them has shown, those first that show most for the traces they
 * create. A target that lets somebody create so many traces an hour is then judged on all of it before they are used up.
 */
// Found by going through runs of some seventy services, most of them with a process: each time the script that showed most
// requirements that were not shown yet, for each trace. What each shows, and others do not, stands beside it.
export const showingMost: readonly string[] = [
  "scenarios/may-refuse/not-a-beginning", // GATE-04
  "scenarios/may-refuse/against-the-form", // GATE-04
  "scenarios/may-refuse/beyond-the-form", // GATE-04
  "scenarios/creation/broken-v2-0", // CREATE-10, REFUSE-02
  "scenarios/creation/fields-v2-0", // CREATE-09
  "scenarios/concurrency/appends-1", // ACT-08, DATA-07, GATE-03
  "scenarios/files/foreign", // FILES-07, FILES-09
  "scenarios/gating/ended", // GATE-02, REFUSE-01
  "scenarios/people/not-their-own-0", // GATE-04, ACT-08
  "scenarios/gating/once-0", // GATE-03
  "scenarios/gating/way-v2", // ACT-06, FILES-09, DETAILS-08
  "scenarios/files/large", // FILE-05
  "scenarios/people/readers", // ACT-06
  "scenarios/search/near-misses-0", // SEARCH-05, EQUIV-04
  "scenarios/equivalence/routes", // EQUIV-06, EQUIV-07
  "scenarios/isolation/by-v2", // ISO-01 to ISO-05
  "scenarios/search/every-length", // SEARCH-03, SEARCH-10
  "scenarios/pages/growing", // PAGE-11
  "scenarios/gating/once-1", // GATE-03
  "scenarios/gating/found-to-the-end", // SEARCH-08
  "scenarios/login/v2-private-key", // LOGIN-07
  "scenarios/login/v2-credential", // LOGIN-06
  "scenarios/login/legacy-credential", // LOGIN-08
  "scenarios/data/pieces-1", // DATA-06 to DATA-09
  "scenarios/concurrency/twins", // CONC-01, SEARCH-09
  "scenarios/concurrency/uploads", // CONC-03
  "scenarios/search/computed", // SEARCH-08
];
