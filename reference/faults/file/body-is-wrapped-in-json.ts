import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const bodyIsWrappedInJson: Fault = {
  id: "file/body-is-wrapped-in-json",
  title: "The download of one file is a JSON object with the content in it.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(
      hooks,
      (bytes, { fileName }) => Buffer.from(JSON.stringify({ fileName, content: bytes.toString("base64") })),
      {
        kind: "file",
      },
    );
  },
};
