import { setTimeout as wait } from "node:timers/promises";
import type { TraceWrite, ReceivedFile } from "../../core/records.ts";
import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

/** Larger ones are staged, and a second owner would take the bytes away from the first. */
const isSmall = ({ inline }: ReceivedFile): boolean => inline !== undefined;

export const uploadsShareTheirFiles: Fault = {
  id: "concurrency/uploads-share-their-files",
  title: "Actions and creations with files at the same time get the files of the one that came last.",
  requirement: "CONC-03",
  install(hooks) {
    let latest: readonly ReceivedFile[] = [];
    inUploads(hooks, (files) => {
      if (files.length > 0 && files.every(isSmall)) latest = files;
      return files;
    });
    const mixed = (write: TraceWrite): TraceWrite =>
      write.files.length === 0 || !write.files.every(isSmall)
        ? write
        : { ...write, files: latest, link: { ...write.link, files: latest } };
    hooks.around("create", (inner) => async (call, write) => {
      if (write.files.length > 0) await wait(5);
      await inner(call, mixed(write));
    });
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      await wait(5);
      return await inner(call, traceId, async (before) => mixed(await compute(before)));
    });
  },
};
