/**
 * Finds which files each action of a workflow takes, once one of them was seen to be choosy: one or several, and of
 * which types. Creating actions are tried in any case, with a file of an unusual type.
 */
import { filePolicy } from "../../../spec/readings/file-policy.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { FilesWanted, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { FileTrial, type SendWith } from "../forms/files/file-trial.ts";
import type { FilesTried } from "../forms/files/files-tried.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";

/** At most so many requests for one workflow; more where one of its actions wants files of certain types. */
const [maxRequests, maxTyped] = [60, 160];

/** By the key of the action; what the walks saw where nothing more is found. */
export async function filesOfActions(
  explorer: Explorer,
  workflow: WorkflowDescription,
  runId: string,
): Promise<FilesTried["asked"]> {
  const asked: Record<string, FilesWanted> = { ...explorer.known.files.asked };
  const isChoosy = Object.keys(asked).length > 0 || workflow.actions.some(({ files }) => files !== undefined);
  if (!isChoosy && !(await areTypesAsked(explorer, workflow, runId))) return asked;
  const begun = explorer.requests;
  const isTyped = (): boolean => Object.values(asked).some((wanted) => filePolicy(wanted).types !== undefined);
  const mayGoOn = (): boolean => explorer.requests < begun + (isTyped() ? maxTyped : maxRequests);
  const keys = [...new Set(workflow.actions.filter(({ files }) => files === undefined).map(({ key }) => key))];
  // Creating actions come first, as most requests use them; those that take no text file come last.
  const turnOf = (key: string): number => (explorer.sender.created.has(key) ? 0 : asked[key] === "none" ? 2 : 1);
  const order = keys.toSorted((left, right) => turnOf(left) - turnOf(right));
  for (const key of order) {
    const send = senderOf(explorer, key, mayGoOn);
    const found = send && (await foundFor(new FileTrial(send, `${runId} ${workflow.id} ${key}`), asked[key]));
    if (found !== undefined && found !== "any") asked[key] = found;
  }
  return asked;
}

/** Whether a creating action refuses a file of an odd type, in words about files. */
async function areTypesAsked(explorer: Explorer, workflow: WorkflowDescription, runId: string): Promise<boolean> {
  const key = workflow.actions.find((one) => one.creates && explorer.sender.created.has(one.key))?.key;
  const send = key === undefined ? undefined : senderOf(explorer, key, () => true);
  return send !== undefined && !(await new FileTrial(send, `${runId} ${workflow.id} types`).takesOddType());
}

async function foundFor(trial: FileTrial, known: FilesWanted | undefined): Promise<FilesWanted | "any" | undefined> {
  // The walks saw at one place only that no file was needed and a text file was refused.
  if (known === "none") return trial.found({ needed: false, several: [] });
  const { needed = false, least, types } = filePolicy(known);
  if (least !== undefined) return known;
  if (known === undefined || types === undefined) return trial.found({ needed, mayBeTyped: true });
  const { most: _, genuine: __, ...open } = filePolicy(known);
  if (await trial.takesTwo(open)) return open;
  const genuine = { ...open, genuine: true };
  if (await trial.takesTwo(genuine)) return genuine;
  return known === "pdf" ? known : { ...genuine, most: 1 };
}

/**
 * Sends the action with files where it was accepted before, on a trace that is built anew after each success; undefined
 * where it was never accepted.
 */
function senderOf(explorer: Explorer, key: string, mayGoOn: () => boolean): SendWith | undefined {
  if (explorer.sender.created.has(key))
    return async (files, face) => (mayGoOn() ? explorer.sendWith(files, face, key) : undefined);
  const place = explorer.steps.find(({ tried }) => tried?.key === key && tried.taken)?.done;
  if (!place) return undefined;
  let trace: string | undefined;
  return async (files, face) => {
    if (!mayGoOn()) return undefined;
    trace ??= await builtUpTo(explorer, place);
    if (trace === undefined) return undefined;
    const exchange = await explorer.sendWith(files, face, key, trace);
    if (exchange && succeeded(exchange)) trace = undefined;
    return exchange;
  };
}
