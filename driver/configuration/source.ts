/** A YAML file with the places of its keys. */
import { isMap, isNode, isScalar } from "yaml";
import { readText, UnusableFile } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { MalformedYaml, yamlOf, type YamlText } from "../../spec/files/yaml-text.ts";
import { ConfigurationError, type ConfigurationIssue } from "./configuration-error.ts";

export type KeyPath = readonly (string | number)[];

export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** Line, from 1, of the value at a path, or of the nearest container that is there. */
  lineOf(path: KeyPath): number | undefined;
  /** Line of the key `name` in the object at a path. */
  lineOfKey(path: KeyPath, name: string): number | undefined;
}

/** What is wrong with the value at a path. */
export interface Fault extends Omit<ConfigurationIssue, "key" | "line"> {
  readonly path: KeyPath;
}

/** The fault as an issue of the file. @param lineOf where it is shown; default: the line of its path */
export function issueAt(
  source: YamlSource,
  { path, ...fault }: Fault,
  lineOf: () => number | undefined = () => source.lineOf(path),
): ConfigurationIssue {
  const line = lineOf();
  return { key: path.join("."), ...(line === undefined ? {} : { line }), ...fault };
}

/** @throws ConfigurationError when the file cannot be read or is no YAML. */
export function readYaml(file: string): YamlSource {
  return parseYaml(textIn(file), file);
}

/** A configuration is written by hand, and needs far less. */
const maxBytes = 1024 * 1024;

function textIn(file: string): string {
  try {
    return readText(file, maxBytes);
  } catch (error) {
    const got = (error as NodeJS.ErrnoException).code === "ENOENT" ? "no file of this name" : whyUnreadable(error);
    const remedy = "Write one with `trace-conformance init`, or name another with --config.";
    throw new ConfigurationError(file, [{ key: "", wanted: "a configuration file", got, remedy }]);
  }
}

/** @throws ConfigurationError */
function parseYaml(text: string, file: string): YamlSource {
  const { document, lines, value } = yamlIn(text, file);
  const lineAt = (node: unknown): number | undefined =>
    isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
  return {
    file,
    value,
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

function yamlIn(text: string, file: string): YamlText {
  try {
    return yamlOf(text);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const remedy = "Check indentation, quotes and repeated keys.";
    const issues =
      error instanceof MalformedYaml
        ? error.faults.map(({ line, column, shown, message, wanted = "YAML" }) => ({
            ...{ line, key: "", wanted, got: message, remedy: shown ? "" : remedy },
            ...(column === undefined ? {} : { column }),
            ...(shown ? { shown } : {}),
          }))
        : [{ key: "", wanted: "YAML", got: error.message, remedy: "Write it out, and shorter." }];
    throw new ConfigurationError(file, issues);
  }
}
