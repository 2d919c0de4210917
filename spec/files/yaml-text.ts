/** YAML that somebody else wrote, read within bounds of nesting and repetition. JSON is YAML as well. */
import { isScalar, LineCounter, parseDocument, visit, type Document } from "yaml";
import { firstFaultOf, type YamlFault } from "./yaml-fault.ts";
import { UnusableFile } from "./read-file.ts";

/** Deeper documents would exhaust the stack of what walks them. */
const maxDepth = 200;
/** The parser takes many times the size of a document in memory, and a second for each million characters. */
export const maxYamlBytes = 4 * 1024 * 1024;
/** What anchors and aliases repeat counts each time that it is repeated. */
const maxValues = 200_000;
/** The whole document is looked through for each. */
const maxAliases = 200;
const maxFaults = 20;

export interface YamlText {
  readonly value: unknown;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Thrown for a text that is no YAML: its first fault, or every key that is written twice. */
export class MalformedYaml extends UnusableFile {
  readonly faults: readonly YamlFault[];
  constructor(faults: readonly YamlFault[]) {
    const [first] = faults;
    super(`line ${String(first?.line ?? 1)}: ${first?.message ?? "it is no YAML"}`);
    this.faults = faults;
  }
}

/** @throws MalformedYaml for what is no YAML, UnusableFile for what is beyond a bound */
export function yamlOf(text: string): YamlText {
  const lines = new LineCounter();
  refuseDeepBrackets(text);
  // The parser holds each key against each other one, which takes a minute for 20,000; here they are told in one walk.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false } as const;
  const document = unlessTooDeep(() => parseDocument(text, options));
  if (document.errors.length > 0) throw new MalformedYaml([faultOf(document, text, lines)]);
  if (aliasesIn(document) > maxAliases)
    throw new UnusableFile(`it holds more than ${maxAliases.toLocaleString("en")} aliases`);
  const repeated = repeatedKeys(document, lines);
  if (repeated.length > 0) throw new MalformedYaml(repeated);
  const value = unlessTooDeep(() => {
    try {
      return document.toJS() as unknown;
    } catch (error) {
      if (error instanceof RangeError || !(error instanceof Error)) throw error;
      throw new UnusableFile(`${error.message}; use fewer aliases`);
    }
  });
  refuseBeyond(value);
  return { value, document, lines };
}

function faultOf({ errors }: Document.Parsed, text: string, lines: LineCounter): YamlFault {
  const deep = errors.find(({ message }) => /call stack/i.test(message));
  return deep ? { line: lines.linePos(deep.pos[0]).line, message: tooDeep } : firstFaultOf(errors, text, lines);
}

function aliasesIn(document: Document.Parsed): number {
  let count = 0;
  visit(document, { Alias: () => (++count > maxAliases ? visit.BREAK : undefined) });
  return count;
}

function repeatedKeys(document: Document.Parsed, lines: LineCounter): readonly YamlFault[] {
  const faults: YamlFault[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && faults.length < maxFaults)
          faults.push({
            line: lines.linePos(key.range?.[0] ?? 0).line,
            message: "a key that was there before",
            wanted: "each key once",
          });
        seen.add(key.value);
      }
    },
  });
  return faults;
}

/** Before it is parsed: in brackets a document nests as deep as it is long. */
function refuseDeepBrackets(text: string): void {
  let [depth, line] = [0, 1];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) line++;
    // Brackets in texts count too: nobody writes so many more that open than that close.
    else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1);
    if (depth > maxDepth * 5) throw new UnusableFile(`line ${String(line)}: ${tooDeep}`);
  }
}

const tooDeep = `it nests deeper than ${String(maxDepth)}`;

function unlessTooDeep<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new UnusableFile(tooDeep);
    throw error;
  }
}

function refuseBeyond(value: unknown): void {
  let level = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new UnusableFile(tooDeep);
    const next: unknown[] = [];
    for (const one of level)
      if (typeof one === "object" && one !== null)
        for (const member of Object.values(one) as unknown[]) next.push(member);
    count += next.length;
    if (count > maxValues) throw new UnusableFile(`it holds more than ${maxValues.toLocaleString("en")} values`);
    level = next;
  }
}
