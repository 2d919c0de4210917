import { actions } from "./actions.ts";
import { authentication } from "./authentication.ts";
import { choices } from "./choices.ts";
import { concurrency } from "./concurrency.ts";
import { creation } from "./creation.ts";
import { dataTexts } from "./data-texts.ts";
import { data } from "./data.ts";
import { details } from "./details.ts";
import { disturbance } from "./disturbance.ts";
import { doors } from "./doors.ts";
import { envelope } from "./envelope.ts";
import { equivalence } from "./equivalence.ts";
import type { Fault } from "./fault.ts";
import { file } from "./file.ts";
import { files } from "./files.ts";
import { gating } from "./gating.ts";
import { isolation } from "./isolation.ts";
import { login } from "./login.ts";
import { pages } from "./pages.ts";
import { plain } from "./plain.ts";
import { process } from "./process.ts";
import { processEffects } from "./process-effects.ts";
import { processSearches } from "./process-searches.ts";
import { refusals } from "./refusals.ts";
import { robustness } from "./robustness.ts";
import { search } from "./search.ts";
import { state } from "./state.ts";
import { status } from "./status.ts";
import { workflows } from "./workflows.ts";

const areas = [
  ...[
    actions,
    authentication,
    choices,
    concurrency,
    creation,
    data,
    dataTexts,
    details,
    disturbance,
    doors,
    envelope,
    equivalence,
    file,
    files,
  ],
  ...[
    gating,
    isolation,
    login,
    pages,
    plain,
    process,
    processEffects,
    processSearches,
    refusals,
    robustness,
    search,
    state,
    status,
    workflows,
  ],
];

/** Every seeded fault, in the order of the ids. */
export const faults: readonly Fault[] = areas
  .flatMap((area) => Object.entries(area).map(([id, entry]): Fault => ({ id, ...entry })))
  .sort((a, b) => (a.id < b.id ? -1 : 1));
