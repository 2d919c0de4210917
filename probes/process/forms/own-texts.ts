/** Finds out whether texts of a creation must be unique, e.g. where a device may be in one repair at a time. */
import { ownMarkerPlace } from "../../../spec/readings/marker.ts";
import { fitData, withMarker, type FittedData } from "../../../generators/index.ts";
import { withNamesVaried } from "../../../spec/data-schemas/varied-names.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Face } from "../../../spec/operations.ts";
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";
import type { CreateStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { valueAt, withValueAt } from "../../../spec/json-walks.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { isTurnedDown } from "../observations.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** At most so many workflows are tried. */
const maxWorkflows = 4;

/** By the id of a workflow: keys of such actions; and the evidence. */
export interface OwnTexts {
  readonly ownTexts: Readonly<Record<string, readonly string[]>>;
  readonly evidence: string;
}

/**
 * Undefined where the same texts are accepted twice, or where no text can vary. Otherwise both faces refuse a creation
 * with earlier texts and a new marker, and accept one with new texts.
 */
export async function ownTextsOf(asker: Asker): Promise<OwnTexts | undefined> {
  const found: [id: string, keys: readonly string[]][] = [];
  for (const { index, id, action } of beginningsOf(asker))
    if (await isTakenOnce(asker, index, action)) found.push([id, [action.key]]);
  if (found.length === 0) return undefined;
  const told = found.map(([id, keys]) => `${keys.join(", ")} of ${id}`);
  return {
    ownTexts: Object.fromEntries(found),
    evidence: `The same texts once more were refused through both faces, and other ones taken: ${told.join("; ")}.`,
  };
}

/**
 * Forms with other names for things that examples name and that may be used once, e.g. an email address, where the same
 * are refused and others accepted. Undefined where no creation with them was refused.
 */
export async function namesVariedIn(
  asker: Asker & Pick<ProbeContext, "histories">,
): Promise<(OwnTexts & { readonly forms: OpenPointValues["action-forms"] }) | undefined> {
  const refused = inOrder(asker.histories()).filter((one) => one.intent.kind === "create" && isTurnedDown(one));
  const forms: [id: string, Readonly<Record<string, JsonObject>>][] = [];
  for (const { index, id, action } of beginningsOf(asker)) {
    const isRefused = refused.some(
      ({ intent }) => intent.kind === "create" && intent.workflow === index && intent.actionKey === action.key,
    );
    const dataSchema =
      isRefused && action.examples && action.dataSchema ? withNamesVaried(action.dataSchema) : undefined;
    if (dataSchema && (await isTakenOnce(asker, index, { ...action, dataSchema })))
      forms.push([id, { [action.key]: dataSchema }]);
  }
  if (forms.length === 0) return undefined;
  const told = forms.map(([id, own]) => `${Object.keys(own).join(", ")} of ${id}`).join("; ");
  const evidence = `Names of things as in the examples were refused once they were there, and other ones taken: ${told}.`;
  const ownTexts = Object.fromEntries(forms.map(([id, own]) => [id, Object.keys(own)]));
  return { forms: Object.fromEntries(forms), ownTexts, evidence };
}

/** The first creating action of each workflow. */
function beginningsOf({ target }: Pick<Asker, "target">) {
  return target.workflows.slice(0, maxWorkflows).flatMap(({ id, actions }, index) => {
    const action = actions.find(({ creates }) => creates);
    return action ? [{ index, id, action }] : [];
  });
}

async function isTakenOnce({ run, runId }: Asker, workflow: number, action: ActionDescription): Promise<boolean> {
  const unique = { ...action, ownTexts: true };
  const dataOf = (number: number): FittedData => {
    const document = withMarker({}, { run: runId, marker: `own-texts-${action.key}${String(number)}` });
    return fitData(unique, { data: document });
  };
  const first = dataOf(0);
  const creation = (face: Face, number: number, own = true): CreateStep => {
    const common = { op: "create", face, as: `t${String(number)}`, workflow, action: action.key } as const;
    const { data, markerAt } = dataOf(number);
    const path = markerAt ?? ownMarkerPlace;
    const sent = own ? data : withValueAt(first.data, path, valueAt(data, path));
    return { ...common, data: sent, ...(markerAt ? { markerAt } : {}), candidateFor: "action-gating" };
  };
  const [plain, again] = [creation("v2", 0), creation("v2", 1, false)];
  if (sameJson(again.data, creation("v2", 1).data)) return false;
  const [taken, second] = await run("the same texts twice", [plain, again]);
  if (!taken || !second || !succeeded(taken) || !isTurnedDown(second)) return false;
  const [third, ...others] = await run("the same texts once more, and other ones", [
    creation("legacy", 2, false),
    creation("v2", 3),
    creation("legacy", 4),
  ]);
  return third !== undefined && isTurnedDown(third) && others.length === 2 && others.every(succeeded);
}

/** The reading of the process, with the actions whose texts must be unique. */
export function besideOwnTexts(
  reading: Reading<"action-gating">,
  found: OwnTexts | undefined,
): Reading<"action-gating"> {
  if (!reading.value || !found) return reading;
  const evidence = `${reading.evidence} ${found.evidence}`;
  const ownTexts: Record<string, readonly string[]> = { ...reading.value.ownTexts };
  for (const [id, keys] of Object.entries(found.ownTexts))
    ownTexts[id] = [...new Set([...keys, ...(ownTexts[id] ?? [])])];
  return { ...reading, value: { ...reading.value, ownTexts }, evidence };
}
