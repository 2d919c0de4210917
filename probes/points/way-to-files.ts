/** Where the creation takes no files, or one alone: the actions after it up to the first that takes more. */
import { mayBringFiles, mayBringSeveral } from "../../spec/readings/file-policy.ts";
import { followers, processOf } from "../../spec/readings/process.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";

/** Ways of more actions than this are not gone. */
const longestWay = 4;

/** Undefined where the creation takes several files, or no action takes more than it. */
export function wayToFiles(
  { target, fixture, profile }: Pick<ProbeContext, "target" | "fixture" | "profile">,
  createAction: string,
  index = fixture.workflow,
): readonly ActionDescription[] | undefined {
  const workflow = target.workflows[index];
  const create = workflow?.actions.find(({ key }) => key === createAction);
  if (!workflow || !create || mayBringSeveral(create.files)) return undefined;
  const rules = processOf(profile(), workflow);
  let single: readonly ActionDescription[] | undefined;
  let reached: readonly (readonly ActionDescription[])[] = [[]];
  for (let length = 1; length <= longestWay; length += 1) {
    reached = reached.flatMap((way) => {
      const done = [createAction, ...way.map(({ key }) => key)];
      return followers(rules, workflow, done).map((action) => [...way, action]);
    });
    const several = reached.find((way) => mayBringSeveral(way.at(-1)?.files));
    if (several) return several;
    single ??= mayBringFiles(create.files) ? undefined : reached.find((way) => mayBringFiles(way.at(-1)?.files));
  }
  return single;
}
