/** A YAML file with the places of its keys. */
import { readFileSync } from "node:fs";
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import { ConfigurationError } from "./configuration-error.ts";

export type KeyPath = readonly (string | number)[];

export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** Line, from 1, of the value at a path, or of the nearest container that is there. */
  lineOf(path: KeyPath): number | undefined;
  /** Line of the key `name` in the object at a path. */
  lineOfKey(path: KeyPath, name: string): number | undefined;
}

/** @throws ConfigurationError when the file cannot be read or is no YAML. */
export function readYaml(file: string): YamlSource {
  return parseYaml(readText(file), file);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const got = (error as NodeJS.ErrnoException).code === "ENOENT" ? "no file of this name" : String(error);
    const remedy = "Write one with `trace-conformance init`, or name another with --config.";
    throw new ConfigurationError(file, [{ key: "", wanted: "a configuration file", got, remedy }]);
  }
}

/** @throws ConfigurationError */
function parseYaml(text: string, file: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new ConfigurationError(
      file,
      document.errors.map(({ message, pos }) => ({
        line: lines.linePos(pos[0]).line,
        key: "",
        wanted: "YAML",
        got: `a text that is none: ${message}`,
        remedy: "Check indentation, quotes and repeated keys.",
      })),
    );
  }
  const lineAt = (node: unknown): number | undefined =>
    isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
  return {
    file,
    value: toValue(document, file),
    lineOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const parent = path.slice(0, Math.max(0, length - 1));
        const name = path[length - 1];
        const line =
          typeof name === "string" ? this.lineOfKey(parent, name) : lineAt(document.getIn(path.slice(0, length), true));
        if (line !== undefined) return line;
      }
      return undefined;
    },
    lineOfKey(path, name) {
      const container: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
      if (!isMap(container)) return undefined;
      return lineAt(container.items.find(({ key }) => isScalar(key) && key.value === name)?.key);
    },
  };
}

/** Aliases are bounded by the parser; a document of too many is refused. */
function toValue(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(file, [{ key: "", wanted: "YAML", got, remedy: "Use fewer aliases." }]);
  }
}
