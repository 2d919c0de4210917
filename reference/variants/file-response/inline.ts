import { contentDisposition } from "../../policy/file-response.ts";
import type { Variant } from "../variant.ts";

export const fileResponseInline: Variant = {
  id: "file-response/inline",
  title: "A file is shown inline.",
  openPoint: "file-response",
  install(hooks) {
    const { headers } = hooks.policy.fileResponse;
    hooks.policy.fileResponse.headers = (file) => ({
      ...headers(file),
      "content-disposition": contentDisposition("inline", file.fileName),
    });
  },
};
