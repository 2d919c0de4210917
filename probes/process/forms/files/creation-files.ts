/**
 * Finds which files creating actions take, where creations with files were refused and those without accepted, or the
 * other way round. This comes before everything else, as most traces are created with files.
 */
import { fitsPolicy } from "../../../../spec/readings/file-policy.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import { succeeded } from "../../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import type { OpenPointValues, Reading } from "../../../../spec/vocabulary/profile.ts";
import type { ActionDescription, FilesWanted } from "../../../../spec/vocabulary/target.ts";
import { chooseActions } from "../../../fixture/choose-actions.ts";
import { actionData, fitting } from "../../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../../probe.ts";
import { inOrder } from "../../../seen/known-traces.ts";
import { creationsWith, isRefusedByBoth, isTurnedDown } from "../../observations.ts";
import { dataAgain, withOwnMarker } from "../../rebuilt.ts";
import { FileTrial, type KnownOfFiles, type SendWith } from "./file-trial.ts";
import { isAboutFiles } from "./file-types.ts";
import { filesText } from "./files-text.ts";

/** By the id of the workflow and the key of the action. */
export type CreationFiles = NonNullable<NonNullable<OpenPointValues["action-gating"]>["files"]>;
type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** At most so many creating actions are tried, with so many requests each. */
const [maxCreations, maxRequests] = [5, 24];

/**
 * Returns the files of each creating action; undefined where the first one takes any files, or none was accepted at
 * all.
 */
export async function creationFiles(asker: Asker): Promise<CreationFiles | undefined> {
  const { workflow, create } = chooseActions(asker.target);
  if (!create || create.files !== undefined) return undefined;
  const known = seenOf(asker, workflow, create);
  if (!known) return undefined;
  const first = await trialOf(asker, workflow, create).found(known);
  if (first === undefined || first === "any") return undefined;
  const others = beginningsOf(asker).filter(([index, one]) => index !== workflow || one.key !== create.key);
  return askedByAll(asker, others.slice(0, maxCreations - 1), [[workflow, create, first]]);
}

/**
 * The files of further creating actions whose form had to be found, or that have examples: a service that checks data
 * may check files as well. Undefined where none is choosy.
 */
export async function filesOfFoundForms(
  asker: Asker,
  isFormFound: (workflow: string, key: string) => boolean,
): Promise<CreationFiles | undefined> {
  const first = chooseActions(asker.target);
  const others = beginningsOf(asker).filter(
    ([index, { key, examples }]) =>
      (index !== first.workflow || key !== first.create?.key) &&
      (examples !== undefined || isFormFound(idAt(asker, index), key)),
  );
  const found = await askedByAll(asker, others.slice(0, maxCreations - 1), []);
  return Object.keys(found).length > 0 ? found : undefined;
}

/**
 * The files that a creating action takes whose data are right and whose files were refused; undefined where trials do
 * not tell.
 * @param data as they were when the files were refused
 */
export async function filesBesideData(
  { run, runId, target }: Omit<Asker, "histories">,
  workflow: number,
  { key }: ActionDescription,
  data: JsonObject,
): Promise<CreationFiles | undefined> {
  const send: SendWith = async (files, face) => {
    const input = { workflow, action: key, data, ...(files.length > 0 ? { files } : {}) };
    const asked = { op: "create", face, ...input, candidateFor: "action-forms" } as const;
    return (await run("which files a creation takes whose data are right", [asked])).at(-1);
  };
  const found = await new FileTrial(send, `${runId} ${String(workflow)} ${key}`).found({ needed: true });
  const { id } = target.workflows[workflow] ?? {};
  return found === undefined || found === "any" || id === undefined ? undefined : { [id]: { [key]: found } };
}

type Beginning = readonly [workflow: number, action: ActionDescription];

const idAt = ({ target }: Asker, index: number): string => target.workflows[index]?.id ?? "";

/** The creating actions about whose files nothing is known. */
const beginningsOf = ({ target }: Asker): readonly Beginning[] =>
  target.workflows.flatMap(({ actions }, index) =>
    actions
      .filter((one) => one.creates && one.files === undefined)
      .filter((one, at, all) => all.findIndex(({ key }) => key === one.key) === at)
      .map((one) => [index, one] as const),
  );

/** The files that these actions take, added to those of others. */
async function askedByAll(
  asker: Asker,
  beginnings: readonly Beginning[],
  known: readonly (readonly [...Beginning, FilesWanted])[],
): Promise<CreationFiles> {
  const found = [...known];
  for (const [index, action] of beginnings) {
    const asked = await askedBy(asker, index, action);
    if (asked) found.push([index, action, asked]);
  }
  const byWorkflow = Map.groupBy(found, ([index]) => idAt(asker, index));
  return Object.fromEntries(
    [...byWorkflow].map(([id, all]) => [id, Object.fromEntries(all.map(([, { key }, wanted]) => [key, wanted]))]),
  );
}

/** A reading of the files alone, while nothing else is known of the process. */
export function filesAlone(files: CreationFiles): Reading<"action-gating"> {
  return { value: { gating: "free", files }, evidence: filesEvidence(files) };
}

/**
 * The reading of the process with the files of creating actions. Left out where actions may come in any order and no
 * appended action is choosy, as a workflow that is no process has no reason to be; and where no action takes a file and
 * no refusal speaks of files.
 * @param isRule true where some action was accepted with a file, or refusals speak of files
 */
export function besideCreationFiles(
  reading: Reading<"action-gating">,
  files: CreationFiles | undefined,
  isRule: boolean,
): Reading<"action-gating"> {
  if (!files || !isRule || !reading.value) return reading;
  if (reading.value.gating === "free" && reading.value.files === undefined) return reading;
  const found = reading.value.files ?? {};
  const ids = [...new Set([...Object.keys(found), ...Object.keys(files)])];
  const all = Object.fromEntries(ids.map((id) => [id, { ...found[id], ...files[id] }]));
  return {
    ...reading,
    value: { ...reading.value, files: all },
    evidence: `${reading.evidence} ${filesEvidence(files)}`,
  };
}

/** True where some action was accepted with a file, or both faces refused files in words about files. */
export function isRuleOfFiles({ histories }: Pick<Asker, "histories">): boolean {
  const brought = inOrder(histories()).filter((one) => filesOf(one) > 0);
  if (brought.some(succeeded)) return true;
  return isRefusedByBoth(brought.filter((one) => isTurnedDown(one) && isAboutFiles(one)));
}

/** The context without creations with files that are known to be refused: they say nothing about data. */
export function withFittingFiles(context: ProbeContext): ProbeContext {
  const wantedBy = (workflow: number | undefined, key: unknown): FilesWanted | undefined =>
    context.target.workflows[workflow ?? -1]?.actions.find((one) => one.key === key)?.files;
  if (!context.target.workflows.some(({ actions }) => actions.some(({ files }) => files !== undefined))) return context;
  const fits = ({ intent, candidateFor }: Exchange): boolean =>
    intent.kind !== "create" ||
    (candidateFor !== "action-gating" &&
      fitsPolicy(
        wantedBy(intent.workflow, intent.actionKey),
        intent.files.map(({ fileName }) => fileName),
      ));
  const histories = () =>
    context.histories().map((history) => ({ ...history, exchanges: history.exchanges.filter(fits) }));
  return { ...context, histories };
}

const filesEvidence = (files: CreationFiles): string =>
  Object.entries(files)
    .map(([id, own]) => `${id}: ${filesText(own)}; others were refused through both faces.`)
    .join(" ");

/** What earlier creations tell about files; undefined where nothing says that files were the reason for a refusal. */
function seenOf({ histories }: Asker, workflow: number, { key }: ActionDescription): KnownOfFiles | undefined {
  const sent = creationsWith(inOrder(histories()), workflow, key);
  const [bare, brought] = [sent.filter((one) => filesOf(one) === 0), sent.filter((one) => filesOf(one) > 0)];
  if (brought.length === 0 || brought.some(succeeded) || !isRefusedByBoth(brought)) return undefined;
  const needed = bare.length > 0 && bare.every(isTurnedDown);
  if (needed ? ![...bare, ...brought].some(isAboutFiles) : !bare.some(succeeded)) return undefined;
  return { needed, several: brought };
}

/** The files that a creating action takes about which nothing is known yet. */
async function askedBy(asker: Asker, workflow: number, action: ActionDescription): Promise<FilesWanted | undefined> {
  const trial = trialOf(asker, workflow, action);
  const bare = await trial.takesBare();
  if (bare === undefined) return undefined;
  const found =
    bare === "taken" || bare.some(isAboutFiles) ? await trial.found({ needed: bare !== "taken" }) : undefined;
  return found === "any" ? undefined : found;
}

const filesOf = ({ intent }: Exchange): number => ("files" in intent ? intent.files.length : 0);

/** Sends creations with data that were accepted before, else with an example, so that only the file can be wrong. */
function trialOf({ run, runId, histories }: Asker, workflow: number, action: ActionDescription): FileTrial {
  const taken = inOrder(histories()).find(
    (one) =>
      one.intent.kind === "create" &&
      one.intent.workflow === workflow &&
      one.intent.actionKey === action.key &&
      one.traits.length === 0 &&
      succeeded(one),
  );
  const [example] = action.examples ?? [];
  let requests = 0;
  const send: SendWith = async (files, face) => {
    if (requests >= maxRequests) return undefined;
    requests += 1;
    const name = `files${String(workflow)}${action.key}${String(requests)}-`;
    const fitted = fitting(action, actionData(runId, name, 0));
    const asExample = example && withOwnMarker(runId, action, { ...fitted, data: example }, name);
    const data = (taken && dataAgain(runId, action, taken, name)) ?? asExample ?? fitted;
    const input = { workflow, action: action.key, ...data, ...(files.length > 0 ? { files } : {}) };
    const asked = { op: "create", face, ...input, candidateFor: "action-gating" } as const;
    return (await run("which files a creation takes", [asked])).at(-1);
  };
  return new FileTrial(send, `${runId} ${String(workflow)} ${action.key}`);
}
