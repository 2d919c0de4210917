/** Where the creation takes no files: the actions after it up to the first that takes some. */
import { followers, processOf } from "../../spec/readings/process.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";

/** Ways of more actions than this are not gone. */
const longestWay = 4;

/** Undefined where the creation takes files, or no action does. */
export function wayToFiles(
  { target, fixture, profile }: Pick<ProbeContext, "target" | "fixture" | "profile">,
  createAction: string,
): readonly ActionDescription[] | undefined {
  const workflow = target.workflows[fixture.workflow];
  const create = workflow?.actions.find(({ key }) => key === createAction);
  if (!workflow || create?.files !== "none") return undefined;
  const rules = processOf(profile(), workflow);
  let reached: readonly (readonly ActionDescription[])[] = [[]];
  for (let length = 1; length <= longestWay; length += 1) {
    reached = reached.flatMap((way) => {
      const done = [createAction, ...way.map(({ key }) => key)];
      return followers(rules, workflow, done).map((action) => [...way, action]);
    });
    const found = reached.find((way) => way.at(-1)?.files !== "none");
    if (found) return found;
  }
  return undefined;
}
