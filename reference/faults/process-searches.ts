import { inConditions, tracesWritten } from "./support/searching.ts";
import { onProcess } from "./support/on-process.ts";
import type { FaultEntries } from "./fault.ts";
import { searchOtherwise } from "../hooks/scan.ts";

/** Faults of searches in a process: by what its forms let through, and of all its traces. */
export const processSearches: FaultEntries<"process"> = {
  "process/fractions-find-nothing": onProcess(
    "The index keeps numbers with a fraction as texts, so that no number finds them.",
    ["SEARCH-03", "SEARCH-08", "SEARCH-09"],
    (hooks) =>
      searchOtherwise(hooks, async (query, inner) =>
        query.conditions.some(({ value }) => typeof value === "number" && !Number.isInteger(value))
          ? []
          : await inner(query),
      ),
  ),
  "process/legacy-leaves-out-its-own-without-a-filter": onProcess(
    "The legacy search without any filter leaves out the traces that were created through legacy.",
    "EQUIV-04",
    (hooks) => {
      const own = tracesWritten(hooks, { face: "legacy", kind: "create" });
      searchOtherwise(
        hooks,
        async (query, inner) => {
          const found = await inner(query);
          return query.conditions.length > 0 ? found : found.filter((id) => !own.has(id));
        },
        { face: "legacy" },
      );
    },
  ),
  "process/nought-is-no-filter": onProcess("A filter of 0 or false counts for nothing.", "SEARCH-04", (hooks) =>
    inConditions(hooks, (conditions) => conditions.filter(({ value }) => value !== 0 && value !== false)),
  ),
};
