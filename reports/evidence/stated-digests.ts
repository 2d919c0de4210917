/** The digests that an in-toto statement gives, by the names of its subjects. Whoever wrote it: it need not be one. */
import { isJsonObject } from "../../spec/json.ts";

/** Undefined for what is no statement with subjects. A subject without a digest has an undefined one. */
export function statedDigests(statement: unknown): ReadonlyMap<string, string | undefined> | undefined {
  const subjects = isJsonObject(statement) ? (statement["subject"] ?? []) : undefined;
  if (!Array.isArray(subjects)) return undefined;
  const digests = new Map<string, string | undefined>();
  for (const subject of subjects as readonly unknown[]) {
    if (!isJsonObject(subject) || typeof subject["name"] !== "string") return undefined;
    const { digest } = subject;
    const sha256 = isJsonObject(digest) ? digest["sha256"] : undefined;
    digests.set(subject["name"], typeof sha256 === "string" ? sha256 : undefined);
  }
  return digests;
}
