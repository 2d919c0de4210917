import { isJsonObject } from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { LinkRecord } from "../../core/records.ts";
import type { Hooks } from "../../core/seams.ts";
import { mergedData } from "../../policy/state.ts";

/**
 * A state that shows the actions in a form of its own, while search goes by their merged data: the stored data holds
 * both, as `shown` and `merged`.
 */
export function keepBeside(hooks: Hooks, show: (shown: Json | undefined, link: LinkRecord) => Json): void {
  const merged = (data: JsonObject | undefined): JsonObject => (isJsonObject(data?.["merged"]) ? data["merged"] : {});
  hooks.policy.state = {
    fold: (before, link) => ({
      shown: show(before?.["shown"], link),
      merged: mergedData.fold(merged(before), link),
    }),
    present: (trace) => ({ data: trace.data["shown"] ?? null }),
  };
  const { document } = hooks.policy.filters;
  hooks.policy.filters.document = (trace, link) => document({ ...trace, data: merged(trace.data) }, link);
}
