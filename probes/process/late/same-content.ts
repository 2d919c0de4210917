/**
 * Whether an action was refused because the same content was sent before, where only a trace that is built again comes to the
 * place at which it is taken.
 */
import { succeeded } from "../../../spec/readings/outcome.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";
import { acceptedBefore, rebuilt, type Rebuilt, type Write } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;
type Scope = OpenPointValues["action-gating"]["duplicates"];

/** What an action brings but for its files, which may be the same again whatever they are called. */
export function contentOf({ intent }: Exchange): string | undefined {
  if (intent.kind !== "create" && intent.kind !== "act") return undefined;
  return JSON.stringify([intent.actionKey, intent.data]);
}

/** Where content that was sent before is refused; undefined where it is not, or where the trace cannot be built again. */
export async function sameContentAgain(
  { run, runId }: Asker,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<Scope> {
  const builtFor = (name: string): Rebuilt | undefined => rebuilt(`${runId}-${name}`, workflow, history, refused);
  const [one, other] = [builtFor("same"), builtFor("else")];
  if (!one || !other) return undefined;
  const at = acceptedBefore(history.exchanges, refused).findIndex(
    (before) => contentOf(before) === contentOf(refused) && before.intent.kind === "act",
  );
  /** The steps, of which those that answer so are known. */
  const isAnswered = async (steps: readonly Write[], last: readonly ("taken" | "refused")[]): Promise<boolean> => {
    const answers = await run("the same content again", steps);
    const [before, end] = [answers.slice(0, -last.length), answers.slice(-last.length)];
    const isSo = (answer: Exchange, index: number) =>
      last[index] === "taken" ? succeeded(answer) : isTurnedDown(answer);
    return answers.length === steps.length && before.every(succeeded) && end.every(isSo);
  };
  const withContent = (write: Write, { data, files }: Write): Write => ({
    ...write,
    data,
    ...(files ? { files } : {}),
  });
  const sent = one.steps[at] ?? one.refused;
  const again = (built: Rebuilt) => faces.map((face) => ({ ...withContent(built.refused, sent), face }));
  if (at < 0) {
    if (!(await isAnswered([...one.steps, one.refused], ["taken"]))) return undefined;
    const steps = [...other.steps, ...again(other), other.refused];
    return (await isAnswered(steps, ["refused", "refused", "taken"])) ? "workflow" : undefined;
  }
  if (!(await isAnswered([...one.steps, ...again(one), one.refused], ["refused", "refused", "taken"])))
    return undefined;
  const elsewhere = other.steps.slice(0, at + 1).map((step, index) => (index === at ? withContent(step, sent) : step));
  if (await isAnswered(elsewhere, ["taken"])) return "trace";
  return (await isAnswered(other.steps.slice(0, at + 1), ["taken"])) ? "workflow" : undefined;
}
