/** Reads the error messages of common JSON libraries: what they could not read, and where. */

/** Paths as written by Jackson, System.Text.Json, and Go's decoders and validator. */
const places: readonly RegExp[] = [
  /\(through reference chain: (?<chain>[^()]{1,400})\)/,
  /\. Path: \$\.(?<path>[\w.[\]]{1,200})(?: \||$)/,
  /\bGo struct field \w+\.(?<path>[\w.]{1,200}) of type [\w[*]/,
  /^Key: '\w+\.(?<path>[\w.[\]]{1,200})' Error:/,
  /\bunknown field "(?<path>[A-Za-z_]\w{0,63})"$/,
  /\bUnrecognized field "(?<path>[A-Za-z_]\w{0,63})"/,
];

/** The path in such a message; undefined for other texts. */
export function placeOfProgram(text: string): string | undefined {
  const groups = places.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups) return undefined;
  const { chain, path } = groups;
  if (chain === undefined) return path;
  // Each link names a class, then a member or an index.
  const steps = [...chain.matchAll(/\["([A-Za-z_]\w{0,63})"\]|\[(\d{1,3})\]/g)];
  return steps.map(([, name, index]) => name ?? index).join(".");
}

/** What the rules of Go's validator mean; its messages only name them. */
const ofTag: ReadonlyMap<string, string> = new Map([
  ["required", "is required"],
  ...["required_if", "required_unless", "required_with", "required_without"].map(
    (tag) => [tag, "is required"] as const,
  ),
  ...["min", "gt", "gte"].map((tag) => [tag, "is less than the minimum"] as const),
  ...["max", "lt", "lte"].map((tag) => [tag, "is more than the maximum"] as const),
  ["len", "has another length"],
  ["oneof", "is none of the values that it may have"],
  ["datetime", "must be a date or datetime"],
  ["email", "must be an e-mail address"],
  ["number", "must be a number"],
  ["numeric", "must be a number"],
  ["boolean", "must be a boolean"],
  ["uuid", "must be a UUID"],
]);

/** The message without class names, positions and code, which name no member. */
export const ofProgramInWords = (text: string): string =>
  text
    .replace(
      /^Key: .{1,300} failed on the '(\w+)' tag$/,
      (_, tag: string) => ofTag.get(tag) ?? `breaks the rule ${tag}`,
    )
    .replaceAll(/\n at \[Source:[^\n]{0,300}/g, "")
    .replaceAll(/ ?\(through reference chain: [^()]{0,400}\)/g, "")
    .replaceAll(/ ?Path: \$[^|]{0,200}(?:\|[^|]{0,80}){0,3}$/g, "")
    .replaceAll(/ ?\((?:class )?[\w.$]{1,200}(?:Exception|Error)?\)(?=,| Text|$)/g, "")
    // A type of the service's own, in Go, is an object.
    .replace(/ of type \[\]\*?(?!time\.)[a-z]\w*\.[A-Z]\w*$/, ": must be a list of objects")
    .replace(/ of type \*?(?!time\.|decimal\.|uuid\.|big\.)[a-z]\w*\.[A-Z]\w*$/, ": must be an object")
    .replaceAll(/\b(?:[a-z][\w$]{0,40}\.){1,8}(?=[A-Z])/g, "");
