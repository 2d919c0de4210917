import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const filesMakeASecondLink: Fault = {
  id: "actions/files-make-a-second-link",
  title: "An action with files becomes two links.",
  requirement: "ACT-05",
  install(hooks) {
    const written = rememberWrites(hooks);
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      const write = await inner(call, traceId, compute);
      return written(call)?.files.length ? await inner(call, traceId, compute) : write;
    });
  },
};
