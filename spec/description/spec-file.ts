import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Where our own description stands: beside this folder, in the sources as in the built package. */
export const specFile = new URL("../openapi.yaml", import.meta.url);

const bytes = readFileSync(specFile);

/** The text of our own description. */
export const specText = bytes.toString("utf8");

/** SHA-256 of the bytes of our own description, in hexadecimal: which words a run was judged by. */
export const specDigest = createHash("sha256").update(bytes).digest("hex");
