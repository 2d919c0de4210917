import { notFound } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const emptyFileIsNotFound: Fault = {
  id: "file/empty-file-is-not-found",
  title: "An empty file is listed, but its download is refused.",
  requirement: ["FILE-05", "FILE-01"],
  install(hooks) {
    hooks.around("selectFiles", (inner) => (call, wanted, found) => {
      const files = inner(call, wanted, found);
      if (call.kind === "file" && files[0]?.size === 0) throw notFound("unknown-digest", "no such file", "digest");
      return files;
    });
  },
};
