import { isJsonObject } from "../../core/json.ts";
import type { Json } from "../../core/json.ts";
import { mergedData } from "../../policy/state.ts";
import type { Variant } from "../variant.ts";

export const digestLocationState: Variant = {
  id: "digest-location/state",
  title: "The files are listed in the state of the trace and not in its links.",
  openPoint: "digest-location",
  install(hooks) {
    // The stored data keeps the list beside what the actions brought.
    hooks.policy.state = {
      fold(before, link) {
        const data = mergedData.fold(isJsonObject(before?.["data"]) ? before["data"] : undefined, link);
        const files: Json[] = Array.isArray(before?.["files"]) ? before["files"] : [];
        return {
          data,
          files: [...files, ...link.files.map(({ digest, fileName, size }) => ({ digest, fileName, size }))],
        };
      },
      present: (trace) => trace.data,
    };
    const { document } = hooks.policy.filters;
    hooks.policy.filters.document = (trace, link) =>
      document({ ...trace, data: isJsonObject(trace.data["data"]) ? trace.data["data"] : {} }, link);
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { files: _hidden, ...rest } = present(link);
      return rest;
    };
  },
};
