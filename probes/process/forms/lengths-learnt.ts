/**
 * Learns the maximum length of texts from a refusal, for forms found by trials: both faces must refuse longer texts.
 */
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { mayBeForData } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";
import type { Rebuilt } from "../rebuilt.ts";
import { withLengthsTold } from "./told/bounds-told.ts";
import type { Sent } from "./plainer-data.ts";

/**
 * The form with texts no longer than the refusal tells; undefined where it tells no length, where longer texts were
 * accepted, or where the other face does not refuse the same.
 * @param again the trace of an appended action; undefined for a creation, and where it is too long
 * @param taken data with which the action was accepted
 */
export async function lengthsLearnt(
  asker: Pick<ProbeContext, "run">,
  form: JsonObject,
  refused: Exchange,
  again: Rebuilt | undefined,
  taken: readonly Sent[],
): Promise<JsonObject | undefined> {
  const narrowed = withLengthsTold(form, refused);
  const longer = taken.some(({ data }) => narrowed && followsSchema(form, data) && !followsSchema(narrowed, data));
  if (!narrowed || longer) return undefined;
  const steps = throughTheOther(refused, again);
  if (steps.length === 0) return undefined;
  const answer = (await asker.run("texts that are too long, through the other face", steps)).at(steps.length - 1);
  // The other face may give no reason.
  return answer && isTurnedDown(answer) && mayBeForData(answer) ? narrowed : undefined;
}

/** The same data through the other face, after the steps of its trace. */
function throughTheOther(refused: Exchange, again: Rebuilt | undefined): readonly OperationStep[] {
  const { intent } = refused;
  const [face = refused.face] = faces.filter((one) => one !== refused.face);
  if (!isAction(intent) || !isJsonObject(intent.data)) return [];
  const { data, workflow, actionKey: action } = intent;
  if (intent.kind === "act") return again ? [...again.steps, { ...again.refused, face, data }] : [];
  const actor = senderOf(refused);
  return typeof action === "string" ? [{ op: "create", face, workflow, action, data, actor }] : [];
}
