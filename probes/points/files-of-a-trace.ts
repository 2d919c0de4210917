/** How many files a trace takes: tried where an action takes few, as who bounds the one often bounds the other. */
import { plainFileCount } from "../../generators/index.ts";
import { createdTraceOf, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { FileSpec } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../fixture/fixture-data.ts";
import type { ProbeContext } from "../probe.ts";

/** So many files are attached to one trace at most. */
const mostTried = 18;

/**
 * The number of files after which no more are taken, while an action without any still is; undefined where none is, and where
 * the action takes none on a trace without files either.
 */
export async function filesOfATrace(context: ProbeContext): Promise<number | undefined> {
  const { fixture, runId, target, run } = context;
  const { workflow } = fixture;
  const { actions = [] } = target.workflows[workflow] ?? {};
  const [create, append] = [fixture.createAction, fixture.appendAction].map((wanted) =>
    actions.find(({ key }) => key === wanted),
  );
  // Where single actions ask for certain files, what one refuses says nothing of the trace.
  if (!create || !append || [create, append].some(({ files }) => files !== undefined)) return undefined;
  let documents = 0;
  const input = (action: ActionDescription, count: number) => {
    documents += 1;
    const files = Array.from({ length: count }, (_, index) => fileOf(runId, documents, index));
    const data = actionData(runId, "files", documents);
    return { workflow, action: action.key, ...fitting(action, data), ...(count > 0 ? { files } : {}) };
  };
  const sent = async (exchanges: Promise<readonly Exchange[]>): Promise<Exchange | undefined> =>
    (await exchanges).at(-1);
  const begun = await sent(
    run("a trace for many files", [{ op: "create", face: "v2", ...input(create, plainFileCount) }]),
  );
  const full = begun && createdTraceOf(begun);
  if (full === undefined) return undefined;
  const takes = async (count: number, trace = full): Promise<boolean> => {
    const trial = { ...input(append, count), candidateFor: "input-features" } as const;
    const exchange = await sent(run("more files on the trace", [{ op: "act", face: "v2", trace, ...trial }]));
    return exchange !== undefined && succeeded(exchange);
  };
  let files = plainFileCount;
  while (files < mostTried && (await takes(plainFileCount))) files += plainFileCount;
  if (files >= mostTried) return undefined;
  while (await takes(1)) files += 1;
  if (!(await takes(0))) return undefined;
  if (files > plainFileCount) return files;
  // None was taken with this action: it may be one that takes no file at all.
  const other = await sent(run("a trace without files", [{ op: "create", face: "v2", ...input(create, 0) }]));
  const empty = other && createdTraceOf(other);
  return empty !== undefined && (await takes(1, empty)) ? files : undefined;
}

function fileOf(runId: string, action: number, index: number): FileSpec {
  const text = `File ${String(index)} of action ${String(action)} of the probes of run ${runId}.`;
  return { partName: `part${String(index)}`, fileName: `paper-${String(index)}.txt`, content: { text } };
}
