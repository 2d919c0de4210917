/**
 * The contents of the files of a reproduction, each written once, ahead of the requests: made by the shell where the script
 * describes them, as text where they are short texts, packed where that is shorter.
 */
import { isUtf8 } from "node:buffer";
import { gzipSync } from "node:zlib";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { ContentSpec, FileSpec, OperationStep } from "../../spec/vocabulary/script.ts";
import { printing } from "./shell-text.ts";

/** Larger contents would make a script that nobody can open, or that is long under way. */
const maxFileBytes = 262_144;
/** Longer texts are packed. */
const maxTextBytes = 1_024;

export class FileContents {
  readonly #names = new Map<string, string>();
  readonly #lines: string[] = [];

  /** The name of the file of the shell that holds this content. */
  nameOf(sent: SentFile, spec: FileSpec | undefined): string {
    const { sha256, size } = sent;
    const known = this.#names.get(sha256);
    if (known !== undefined) return known;
    const name = `content-${String(this.#names.size)}`;
    this.#names.set(sha256, name);
    this.#lines.push(...(madeLines(name, size, spec?.content) ?? heldLines(name, sent)));
    return name;
  }

  /** What writes them. */
  get lines(): readonly string[] {
    return this.#lines.length === 0 ? [] : ["", "# The contents of the files.", ...this.#lines];
  }
}

/** The files of a step as the script describes them. */
export function filesOf(step: OperationStep | undefined): readonly FileSpec[] {
  if (step?.op === "walk") return step.actAfterFirstPage?.files ?? [];
  return (step?.op === "create" || step?.op === "act" ? step.files : undefined) ?? [];
}

function madeLines(name: string, size: number, content: ContentSpec | undefined): readonly string[] | undefined {
  if (content === undefined || size > maxFileBytes) return undefined;
  if ("everyByte" in content) return [`every_byte ${String(content.everyByte)} > ${name}`];
  if (!("bytes" in content) || !Number.isSafeInteger(content.seed)) return undefined;
  const numbers = [content.bytes, content.seed, ...(content.changedAt === undefined ? [] : [content.changedAt])];
  return [`made ${numbers.join(" ")} > ${name}`];
}

function heldLines(name: string, { bytes, size }: SentFile): readonly string[] {
  if (!bytes || bytes.length > maxFileBytes)
    return [
      `# ${String(size)} zeros in place of the ${String(size)} bytes that the run sent, which are too many to stand here.`,
      `head -c ${String(size)} /dev/zero > ${name}`,
    ];
  if (bytes.length === 0) return [`: > ${name}`];
  if (bytes.length <= maxTextBytes && isUtf8(bytes))
    return printing([{ text: Buffer.from(bytes).toString() }]).map((line) => `${line} > ${name}`);
  const packed = gzipSync(bytes, { level: 9 });
  const isWorthIt = 2 * packed.length < bytes.length;
  const lines = (isWorthIt ? packed : Buffer.from(bytes)).toString("base64").match(/.{1,120}/g) ?? [];
  return [`base64 -d <<'END' ${isWorthIt ? "| gzip -d " : ""}> ${name}`, ...lines, "END"];
}
