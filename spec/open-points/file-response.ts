import { defineOpenPoint } from "./define.ts";
import { orNull, record, text } from "./value-schemas.ts";

export const fileResponse = defineOpenPoint({
  id: "file-response",
  question: "Which content type and headers does the download of one file have?",
  section: "Open points of the endpoints",
  quotes: [
    {
      section: "Open points of the endpoints",
      quote: "Content type and headers of the single-file download response: not shown.",
    },
  ],
  readings: [
    { name: "octet-stream", description: "`application/octet-stream`, whatever was attached" },
    { name: "kept", description: "the content type with which the file was attached" },
    { name: "disposition", description: "with or without a `Content-Disposition` header that names the file" },
  ],
  example: { contentType: "application/octet-stream", disposition: "attachment" },
  requirementsAffected: [],
  valueSchema: record({ contentType: orNull(text), disposition: orNull(text) }),
});
