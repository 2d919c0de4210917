/** YAML or JSON documents with the line of every value. */
import { readFileSync } from "node:fs";
import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";

export type Path = readonly (string | number)[];

/** Thrown for a file that is no OpenAPI document at all, so that there is nothing to compare. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
}

export interface SourceDocument {
  /** As it was named. */
  readonly file: string;
  readonly value: unknown;
  /** Line, from 1, of the value at a path, or of the nearest container that is there; of the key where it has one. */
  lineOf(path: Path): number;
}

/** Past this size a file is no description. */
const maxBytes = 32 * 1024 * 1024;

/** @throws DescriptionError when the file cannot be read or is neither YAML nor JSON. */
export function readDocument(path: string, file: string = path): SourceDocument {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const reason = missing ? "there is no such file" : (cause as Error).message;
    throw new DescriptionError(`${file} cannot be read: ${reason}; give the path of an OpenAPI document`, { cause });
  }
  if (text.length > maxBytes)
    throw new DescriptionError(
      `${file}: wanted a description of at most 32 MiB; got ${String(text.length)} characters`,
    );
  return parseSource(text, file);
}

/** @throws DescriptionError for a text that is neither YAML nor JSON. */
export function parseSource(text: string, file: string): SourceDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const line = lines.linePos(error.pos[0]).line;
    throw new DescriptionError(
      `${file}:${String(line)}: wanted YAML or JSON; got a text that is neither: ${error.message}`,
    );
  }
  const lineAt = (node: unknown): number | undefined =>
    isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
  return {
    file,
    value: valueOf(document, file),
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const name = path[length - 1];
        const container: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
        const key = isMap(container)
          ? container.items.find((item) => isScalar(item.key) && String(item.key.value) === String(name))?.key
          : undefined;
        const line = lineAt(key) ?? lineAt(document.getIn(path.slice(0, length), true));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

/** Aliases are bounded by the parser; a document of too many is refused. */
function valueOf(document: { toJS(): unknown }, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new DescriptionError(`${file}: ${(cause as Error).message}; use fewer aliases`, { cause });
  }
}
