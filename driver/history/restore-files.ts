/** The bytes of sent files, which a saved history leaves out because they follow from its script. */
import { createHash } from "node:crypto";
import type { Exchange, SentFile } from "../../spec/vocabulary/history.ts";
import { stepAt } from "../../spec/vocabulary/placed-steps.ts";
import type { FileSpec, Script } from "../../spec/vocabulary/script.ts";
import { contentBytes, maxKeptBytes } from "../execute/content.ts";
import { isAction } from "../../spec/readings/actions.ts";

/** The exchange with the bytes of its files, where the script says what they are. */
export function withFileBytes(exchange: Exchange, script: Script): Exchange {
  const { intent } = exchange;
  if (!isAction(intent) || intent.files.length === 0) return exchange;
  const specs = filesAt(script, exchange.step);
  return { ...exchange, intent: { ...intent, files: intent.files.map((file, at) => withBytes(file, specs[at])) } };
}

function filesAt(script: Script, place: string): readonly FileSpec[] {
  const step = stepAt(script, place);
  if (step?.op === "create" || step?.op === "act") return step.files ?? [];
  return (step?.op === "walk" ? step.actAfterFirstPage?.files : undefined) ?? [];
}

function withBytes(file: SentFile, spec: FileSpec | undefined): SentFile {
  if (!spec || file.size > maxKeptBytes || sizeOf(spec) > maxKeptBytes) return file;
  const bytes = contentBytes(spec.content);
  return createHash("sha256").update(bytes).digest("hex") === file.sha256 ? { ...file, bytes } : file;
}

/** Known before the bytes are made: a history of somebody else's may name any. */
function sizeOf({ content }: FileSpec): number {
  if ("bytes" in content) return content.bytes;
  return "everyByte" in content ? 256 * content.everyByte : 0;
}
