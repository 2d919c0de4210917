import type { Variant } from "../variant.ts";

export const fileResponseChunked: Variant = {
  id: "file-response/chunked",
  title: "A file comes in chunks, without its length.",
  openPoint: "file-response",
  install(hooks) {
    hooks.policy.fileResponse.knownLength = false;
  },
};
