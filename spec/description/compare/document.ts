/** YAML or JSON documents with the line of every value. */
import { isMap, isNode, isScalar } from "yaml";
import { readText, UnusableFile } from "../../files/read-file.ts";
import { whyUnreadable } from "../../files/why-unreadable.ts";
import { MalformedYaml, maxYamlBytes, yamlOf, type YamlText } from "../../files/yaml-text.ts";

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

/** @throws DescriptionError when the file cannot be read or is neither YAML nor JSON. */
export function readDocument(path: string, file: string = path): SourceDocument {
  let text: string;
  try {
    text = readText(path, maxYamlBytes);
  } catch (cause) {
    throw new DescriptionError(
      `${file} cannot be read: ${whyUnreadable(cause)}; give the path of an OpenAPI document`,
      { cause },
    );
  }
  return parseSource(text, file);
}

/** @throws DescriptionError for a text that is neither YAML nor JSON. */
export function parseSource(text: string, file: string): SourceDocument {
  const { document, lines, value } = yamlIn(text, file);
  const lineAt = (node: unknown): number | undefined =>
    isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
  return {
    file,
    value,
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

function yamlIn(text: string, file: string): YamlText {
  try {
    return yamlOf(text);
  } catch (cause) {
    if (!(cause instanceof UnusableFile)) throw cause;
    if (!(cause instanceof MalformedYaml)) throw new DescriptionError(`${file}: ${cause.message}`, { cause });
    const [fault] = cause.faults;
    throw new DescriptionError(
      `${file}:${String(fault?.line ?? 1)}: wanted YAML or JSON; got a text that is neither: ${String(fault?.message)}`,
      { cause },
    );
  }
}
