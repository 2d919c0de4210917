import type { Variant } from "../variant.ts";

export const fileResponseKeptType: Variant = {
  id: "file-response/kept-type",
  title: "A file has the content type with which it was attached.",
  openPoint: "file-response",
  install(hooks) {
    const { headers } = hooks.policy.fileResponse;
    hooks.policy.fileResponse.headers = (file) => ({ ...headers(file), "content-type": file.contentType });
  },
};
