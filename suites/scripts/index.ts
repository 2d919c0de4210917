/** The hand-written scripts of a run, area by area, those first that tell most. Nothing here does I/O or judges. */
import type { Script } from "../../spec/vocabulary/script.ts";
import { actions } from "./areas/actions.ts";
import { authentication } from "./areas/authentication.ts";
import { concurrency } from "./areas/concurrency.ts";
import { creation } from "./areas/creation.ts";
import { data } from "./areas/data.ts";
import { equivalence } from "./areas/equivalence.ts";
import { disturbance } from "./areas/disturbance.ts";
import { exclusive } from "./areas/exclusive.ts";
import { files } from "./areas/files.ts";
import { gating } from "./areas/gating.ts";
import { isolation } from "./areas/isolation.ts";
import { readableTraces } from "./areas/readable-traces.ts";
import { login } from "./areas/login.ts";
import { mayRefuse } from "./areas/may-refuse.ts";
import { pages } from "./areas/pages.ts";
import { people } from "./areas/people.ts";
import { refusals } from "./areas/refusals.ts";
import { search } from "./areas/search.ts";
import { smoke } from "./areas/smoke.ts";
import { state } from "./areas/state.ts";
import { unknownTraces } from "./areas/unknown-traces.ts";
import { workflows } from "./areas/workflows.ts";
import type { ScriptArea, SuiteContext } from "./context.ts";
import { finished } from "./finish/finish.ts";

export type { ScriptArea, SuiteContext } from "./context.ts";
export type { ReadableTrace } from "./readable-trace.ts";
export type { RefusedBefore, RefusedThere, SentBefore } from "./refusals-on-trace.ts";
export { finished } from "./finish/finish.ts";
export { propertyScripts } from "./properties.ts";

/** Every area, in the order in which they are run. */
export const scriptAreas: readonly ScriptArea[] = [
  smoke,
  exclusive,
  login,
  isolation,
  readableTraces,
  gating,
  people,
  mayRefuse,
  files,
  state,
  equivalence,
  concurrency,
  disturbance,
  search,
  actions,
  creation,
  refusals,
  pages,
  data,
  authentication,
  unknownTraces,
  workflows,
];

/** The scripts of one area, as the target can take them. */
export function areaScripts(context: SuiteContext, area: ScriptArea): readonly Script[] {
  return finished(context, area.scripts(context));
}

/** All hand-written scripts of a run. Ids are unique; the same context gives the same scripts. */
export function scenarioScripts(context: SuiteContext): readonly Script[] {
  return scriptAreas.flatMap((area) => areaScripts(context, area));
}
