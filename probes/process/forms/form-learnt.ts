/** Narrows the form of an action after a refusal of data that follow it. */
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { schemaLeaves } from "../../../generators/index.ts";
import { schemaAt } from "../../../spec/data-schemas/holds.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { isAction, isTaken } from "../../../spec/readings/actions.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { mayBeForRule } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { JsonPath, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import { beyondForm } from "./beyond-form.ts";
import { lengthsLearnt } from "./lengths-learnt.ts";
import { textOf } from "./told/refusal-words.ts";
import { isTurnedDown } from "../observations.ts";
import type { Sent } from "./plainer-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { rebuilt } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** A longer trace is not built again to try data on it. */
const longestPlace = 12;

/**
 * The reading with a narrower form of the refused action, as accepted data show it; undefined where the refusal shows
 * no rule about data.
 * @param configured the workflows as configured
 * @param takenOf data with which an action was accepted before
 */
export async function formLearnt(
  asker: Asker,
  profile: Profile,
  history: Pick<History, "exchanges">,
  refused: Exchange,
  configured: readonly WorkflowDescription[],
  takenOf: (workflow: number, key: string) => readonly Sent[],
): Promise<Reading<"action-forms"> | undefined> {
  const { intent } = refused;
  const known = profile.readings["action-forms"];
  if (!isAction(intent) || known?.pinned || !isTurnedDown(refused)) return undefined;
  const workflow = asker.target.workflows[intent.workflow];
  const action = workflow?.actions.find(({ key }) => key === intent.actionKey);
  if (!workflow || !action?.dataSchema || !mayBeForRule(refused)) return undefined;
  if (!isJsonObject(intent.data) || !followsSchema(action.dataSchema, intent.data)) return undefined;
  const taken = takenOf(intent.workflow, action.key);
  // If the same data were accepted before, something else is the reason.
  const before = [...takenData(history.exchanges).map(({ sent }) => sent), ...taken];
  if (before.some(({ data }) => sameJson(data, intent.data))) return undefined;
  const given = configured[intent.workflow]?.actions.find(({ key }) => key === action.key);
  // Neither a form found by trials nor an example says how long texts may be.
  const isFound = !given?.dataSchema || given.examples !== undefined;
  const again = intent.kind === "act" ? rebuilt(`${asker.runId}f`, workflow, history, refused) : undefined;
  const form = isFound ? await lengthsLearnt(asker, action.dataSchema, refused, again, taken) : undefined;
  if (form) {
    const told = `${action.key} takes texts of no more than its refusal says, through both faces: ${textOf(refused).slice(0, 200).replaceAll("\n", "; ")}.`;
    return withForm(known, workflow.id, action.key, form, told);
  }
  if (!given?.dataSchema) return undefined;
  // The configuration says that its examples are accepted.
  const examples = (action.examples ?? []).map((data): Sent => {
    return { data, ...(intent.markerAt ? { markerAt: intent.markerAt } : {}) };
  });
  if (intent.kind === "act" && (!again || again.steps.length > longestPlace)) return undefined;
  const found = await beyondForm(asker, {
    workflow: intent.workflow,
    actions: workflow.actions,
    action: { ...action, dataSchema: given.dataSchema },
    deciding: narrowedPaths(given.dataSchema, action.dataSchema),
    refused: { data: intent.data, ...(intent.markerAt ? { markerAt: intent.markerAt } : {}) },
    before: again?.steps ?? [],
    ...(again ? { actor: senderOf(refused) } : {}),
    taken: [...taken, ...examples],
  });
  if (!found) return undefined;
  const forms = known?.value ?? {};
  const value = { ...forms, [workflow.id]: { ...forms[workflow.id], [action.key]: found.form } };
  const names = found.deciding.map((path) => path.join(".")).join(", ");
  const values = found.deciding.map((path) => JSON.stringify(valuesAt(intent.data, path)[0] ?? null)).join(", ");
  const begin = `${action.key} is refused through both faces with data that follow its form, and taken with others there`;
  const told = `${begin}: ${names} come only as in data that were taken (refused: ${values.slice(0, 200)}).`;
  const former = Object.keys(forms).length > 0 ? (known?.evidence ?? "") : "";
  const others = former.split("\n").filter((line) => line !== "" && !line.startsWith(begin));
  return { value, evidence: [...others, told].join("\n") };
}

/** The reading with this form of an action beside the others. */
function withForm(known: Reading<"action-forms"> | undefined, id: string, key: string, form: JsonObject, told: string) {
  const forms = known?.value ?? {};
  const evidence = [known?.evidence ?? "", told].filter((line) => line !== "").join("\n");
  return { value: { ...forms, [id]: { ...forms[id], [key]: form } }, evidence };
}

/** The paths of members that are narrower than in the configured form. */
function narrowedPaths(configured: JsonObject, narrowed: JsonObject): readonly JsonPath[] {
  if (configured === narrowed) return [];
  return schemaLeaves(configured).flatMap(({ path, schema }) =>
    sameJson(schemaAt(narrowed, path) ?? null, schema) ? [] : [path],
  );
}

/** The data of plain actions and creations that were accepted. */
export function takenData(exchanges: readonly Exchange[]) {
  return exchanges.flatMap((one) => {
    const { intent, defects, traits } = one;
    if (!isAction(intent) || typeof intent.actionKey !== "string") return [];
    if (defects.length > 0 || traits.length > 0 || !isJsonObject(intent.data)) return [];
    if (!isTaken(one)) return [];
    const sent: Sent = { data: intent.data, ...(intent.markerAt ? { markerAt: intent.markerAt } : {}) };
    return [{ workflow: intent.workflow, key: intent.actionKey, sent }];
  });
}
