import type { Variant } from "../variant.ts";

export const fileResponseBare: Variant = {
  id: "file-response/bare",
  title: "A file comes with no header that describes it.",
  openPoint: "file-response",
  install(hooks) {
    hooks.policy.fileResponse.headers = () => ({ "content-type": "binary/octet-stream" });
  },
};
