/** Finds out whether actions take lists of several items, where all walks sent one item. */
import { longerLists, withLongerLists } from "../forms/longer-lists.ts";
import type { SeenTrace } from "./deciding.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";
import { wayBefore } from "./untried-values.ts";
import { isTaken } from "../../../spec/readings/actions.ts";

/** At most so many actions, each on a trace of its own. */
const maxActions = 6;

/** Sends longer lists at the earliest place of each action; what is accepted is sent from now on. */
export async function tryLongerLists(explorer: Explorer, traces: readonly SeenTrace[]): Promise<void> {
  const { forms, workflow } = explorer.known;
  const found = Object.entries(forms.found).filter(([, form]) => longerLists(form).length > 0);
  explorer.stage = "again";
  for (const [key, form] of found.slice(0, maxActions)) {
    const [action] = explorer.known.actions(key).filter(({ appends }) => appends);
    const way = wayBefore(traces, workflow, key);
    if (!action || !way) continue;
    const trace = await builtUpTo(explorer, way);
    if (trace === undefined) continue;
    const longer = await withLongerLists(form, async (dataSchema) =>
      isTaken(await explorer.sender.act(trace, "v2", { ...action, dataSchema }, explorer.known.files.first(action))),
    );
    if (longer !== form) explorer.known.takenIn(key, longer);
  }
  explorer.stage = "first";
}
