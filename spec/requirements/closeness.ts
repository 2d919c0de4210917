/** How close requirements stand to the cause of what breaks them: some explain why others fail as well. */

/**
 * 0: the form of one answer, and who gets it; 1: one thing that was sent and is read back, or one request that is
 * refused; 2: what shows many such things together; 3: what compares several answers, and what promises much at once.
 */
export type Closeness = 0 | 1 | 2 | 3;

const ofAreas: Readonly<Record<string, Closeness>> = {
  ENV: 0,
  STATUS: 0,
  LOGIN: 0,
  AUTH: 0,
  ISO: 0,
  CREATE: 1,
  ACT: 1,
  DATA: 1,
  FILE: 1,
  GATE: 1,
  REFUSE: 1,
  ROBUST: 2,
  STATE: 2,
  DETAILS: 2,
  FILES: 2,
  SEARCH: 2,
  FLOW: 2,
  PAGE: 3,
  EQUIV: 3,
  CONC: 3,
};

/** Those that stand elsewhere than their area. */
const ofSingle: Readonly<Record<string, Closeness>> = {
  // Whom and what a trace is shown for at all: that of a trace which does not exist, strangers may read as well.
  "ACT-11": 0,
  "DETAILS-10": 0,
  "STATE-06": 0,
  // They promise that all fields of a request are taken. Which requests are not, those with files, says more.
  "CREATE-03": 2,
  "CREATE-04": 2,
  "ACT-03": 2,
  "ACT-04": 2,
  // It is seen in the links, in their number, and in what follows whom.
  "ACT-05": 3,
  // It compares two answers: that of the action, and the state that is read after it.
  "ACT-06": 3,
  // It compares what all actions answered with all that the links name.
  "ACT-09": 3,
  // It is seen in whatever reads the trace.
  "CREATE-08": 2,
  // The list of the state is the service's own word. What one face takes and the other refuses says more.
  "GATE-01": 2,
  // It is about several actions at a time.
  "GATE-03": 3,
  // The state alone is compared, with one other answer.
  "EQUIV-01": 2,
  // It promises for several actions what FILES-03 does for one.
  "FILES-07": 3,
};

/** Requirements of extensions stand in the middle. */
export function closenessOf(id: string): Closeness {
  return ofSingle[id] ?? ofAreas[id.split("-")[0] ?? ""] ?? 2;
}
