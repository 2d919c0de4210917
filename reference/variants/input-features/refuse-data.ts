import type { Json } from "../../core/json.ts";
import { badRequest } from "../../core/refusal.ts";
import type { Hooks } from "../../core/seams.ts";

/** Refuses actions whose data has a key or a value that `unwanted` says is unwanted. */
export function refuseData(hooks: Hooks, unwanted: (value: Json, key: string, depth: number) => boolean): void {
  const check = (value: Json, key: string, depth: number): void => {
    if (unwanted(value, key, depth))
      throw badRequest("unsupported-data", "the data has a feature that is not taken", "data");
    if (value === null || typeof value !== "object") return;
    for (const [inner, member] of Object.entries(value)) check(member, Array.isArray(value) ? "" : inner, depth + 1);
  };
  hooks.around("readAction", (inner) => (call, input) => {
    const read = inner(call, input);
    check(read.data, "", 0);
    return read;
  });
}

/** Refuses actions with a file that `unwanted` says is unwanted. */
export function refuseFiles(
  hooks: Hooks,
  unwanted: (file: { size: number; fileName: string; partName: string }) => boolean,
): void {
  hooks.around("readAction", (inner) => (call, input) => {
    const read = inner(call, input);
    if (read.files.some(unwanted))
      throw badRequest("unsupported-file", "a file has a feature that is not taken", "files");
    return read;
  });
}
