/** Takes the interface apart into statements: sentences, list items and table rows, each with where it stands. */
import { operations, type OperationId } from "../operations.ts";

export interface Statement {
  /** Line of `interface.md`, from 1. */
  readonly line: number;
  readonly section: string;
  /** The operation under whose bold heading it stands; absent elsewhere. */
  readonly operationId?: OperationId;
  readonly text: string;
}

/** A line of the interface that says something, with its statements' places in it. */
export interface Block {
  readonly line: number;
  readonly section: string;
  readonly operationId?: OperationId;
  /** The line without list mark and endpoint heading. */
  readonly text: string;
  /** Where each sentence begins in `text`, from 0, in order. */
  readonly starts: readonly number[];
}

/** A word and a colon alone on a line, such as "Conventions:", heads the list below it. */
const listTitle = /^([A-Z][a-z]+):$/;
const endpointHeading = /^\*\*(GET|POST) (\S+)\*\*[:.]?\s*/;

/** The blocks of the interface in order. Headings, table heads and list marks carry no statement. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let section = "";
  let operationId: OperationId | undefined;
  let previous = "";
  markdown.split("\n").forEach((raw, index) => {
    const line = raw.trim();
    const isTableHead = line.startsWith("|") && !previous.startsWith("|");
    previous = line;
    if (line === "") return;
    const title = /^#+([^#].*)?$/.exec(line)?.[1]?.trim() ?? listTitle.exec(line)?.[1];
    if (title !== undefined) {
      section = title;
      operationId = undefined;
      return;
    }
    if (isTableHead || /^\|[\s|:-]+\|$/.test(line)) return;
    const heading = endpointHeading.exec(line);
    if (heading) operationId = operationAt(heading[1], heading[2]);
    const text = line.replace(endpointHeading, "").replace(/^(?:-|\d+\.)\s+/, "");
    if (text === "") return;
    blocks.push({ line: index + 1, section, ...(operationId && { operationId }), text, starts: sentenceStarts(text) });
  });
  return blocks;
}

function operationAt(method: string | undefined, path: string | undefined): OperationId {
  const operation = operations.find((candidate) => candidate.method === method && candidate.path === path);
  if (!operation) throw new Error(`the interface has an endpoint ${method} ${path} that operations.ts lacks`);
  return operation.id;
}

/** A table row is one statement. A sentence ends with a full stop before a capital, a code span or bold text. */
function sentenceStarts(text: string): readonly number[] {
  if (text.startsWith("|")) return [0];
  return [0, ...[...text.matchAll(/\. +(?=[A-Z`*])/g)].map((m) => m.index + m[0].length)];
}

/** The statements of one block. */
export function statementsOf(block: Block): readonly Statement[] {
  const { line, section, operationId } = block;
  return block.starts.map((start, index) => ({
    line,
    section,
    ...(operationId && { operationId }),
    text: block.text.slice(start, block.starts[index + 1]).trim(),
  }));
}
