/** JSON for files. */

/** Beyond this a document is no longer read by people, and indenting what is nested deep would multiply its size. */
const maxIndentedLength = 100_000;

/** The value on one line: for documents that programs read, however deep they are nested. */
export function compactJson(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The value as people like to read it, and compact where it is large or where that makes it many times as long. */
export function readableJson(value: unknown): string {
  const compact = JSON.stringify(value) ?? "null";
  if (compact.length > maxIndentedLength || isDeeper(value, maxIndentedDepth)) return `${compact}\n`;
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const maxIndentedDepth = 50;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}
