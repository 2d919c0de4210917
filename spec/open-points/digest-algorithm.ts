import { defineOpenPoint } from "./define.ts";
import { oneOf, record, text } from "./value-schemas.ts";

export const digestAlgorithm = defineOpenPoint({
  id: "digest-algorithm",
  question: "How does the digest of a file follow from its content, if it does?",
  section: "What the service does",
  quotes: [
    { section: "What the service does", quote: "They are identified inside a trace by a **digest**" },
    { section: "v2 endpoints", quote: "`digest` (string)" },
  ],
  readings: [
    { name: "sha256", description: "SHA-256, in hexadecimal or base64" },
    {
      name: "another hash",
      description: "such as SHA-1, SHA-512, MD5 or BLAKE2, possibly with a prefix such as `sha256:`",
    },
    { name: "opaque", description: "the digest is an identifier that does not follow from the content" },
  ],
  example: { algorithm: "sha256", encoding: "hex", prefix: "" },
  requirementsAffected: ["FILE-04"],
  valueSchema: record({
    algorithm: text,
    encoding: oneOf("hex", "hex-upper", "base64", "base64url"),
    prefix: { type: "string" },
  }),
});
