/** Whether creations must each bring texts of their own, as where a device may be in one repair at a time. */
import { fitData, withMarker } from "../../generators/index.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import type { Face } from "../../spec/operations.ts";
import type { CreateStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";
import { isTurnedDown } from "./observations.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** However many workflows a target has: so many are tried. */
const maxWorkflows = 4;

/** By the id of the workflow, the keys of the actions that must; and what was seen of it. */
export interface OwnTexts {
  readonly ownTexts: Readonly<Record<string, readonly string[]>>;
  readonly evidence: string;
}

/**
 * Undefined where the same texts may come twice, or where no text of a form could be another. A creation with the texts of
 * one before and a marker of its own is refused through both faces then, and taken with other texts through both.
 */
export async function ownTextsOf(asker: Asker): Promise<OwnTexts | undefined> {
  const found: [id: string, keys: readonly string[]][] = [];
  for (const [index, { id, actions }] of asker.target.workflows.slice(0, maxWorkflows).entries()) {
    const action = actions.find(({ creates }) => creates);
    if (action && (await isTakenOnce(asker, index, action))) found.push([id, [action.key]]);
  }
  if (found.length === 0) return undefined;
  const told = found.map(([id, keys]) => `${keys.join(", ")} of ${id}`);
  return {
    ownTexts: Object.fromEntries(found),
    evidence: `The same texts once more were refused through both faces, and other ones taken: ${told.join("; ")}.`,
  };
}

async function isTakenOnce({ run, runId }: Asker, workflow: number, action: ActionDescription): Promise<boolean> {
  const unique = { ...action, ownTexts: true };
  const creation = (face: Face, number: number, own = false): CreateStep => {
    const document = withMarker({}, { run: runId, marker: `own-texts-${action.key}${String(number)}` });
    const common = { op: "create", face, as: `t${String(number)}`, workflow, action: action.key } as const;
    const { data, markerAt } = fitData(own ? unique : action, { data: document });
    return { ...common, data, ...(markerAt ? { markerAt } : {}), candidateFor: "action-gating" };
  };
  const plain = creation("v2", 0);
  if (sameJson(plain.data, creation("v2", 0, true).data)) return false;
  const [first, second] = await run("the same texts twice", [plain, creation("v2", 1)]);
  if (!first || !second || !succeeded(first) || !isTurnedDown(second)) return false;
  const [third, ...others] = await run("the same texts once more, and other ones", [
    creation("legacy", 2),
    creation("v2", 3, true),
    creation("legacy", 4, true),
  ]);
  return third !== undefined && isTurnedDown(third) && others.length === 2 && others.every(succeeded);
}
