/** The places of a request at which values of earlier answers stand: its path, its query, and the cursors of its body. */
import { inPattern } from "../../spec/in-pattern.ts";
import { operationById } from "../../spec/operations.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JsonSpelling } from "../../spec/vocabulary/script.ts";
import { textInJson } from "../faces/json-text.ts";
import type { LearntValue } from "./learnt-values.ts";
import type { Piece } from "./shell-text.ts";

/** Path and query with the learnt values in their places; all else is text. */
export function pathWithLearnt({ operationId, request }: Exchange, learnt: readonly LearntValue[]): readonly Piece[] {
  const mark = request.path.indexOf("?");
  const [path, query] = mark < 0 ? [request.path, ""] : [request.path.slice(0, mark), request.path.slice(mark)];
  const [segments, template] = [path.split("/"), operationById(operationId).path.split("/")];
  if (segments.length !== template.length) return [{ text: request.path }];
  const inPath = segments.flatMap((segment, at): readonly Piece[] => [
    ...(at > 0 ? [{ text: "/" }] : []),
    ...(learntSegment(segment, template[at] ?? "", learnt) ?? [{ text: segment }]),
  ]);
  return [...inPath, ...queryWithLearnt(query, learnt)];
}

function learntSegment(
  segment: string,
  parameter: string,
  learnt: readonly LearntValue[],
): readonly Piece[] | undefined {
  const isMeant = ({ slot }: LearntValue): boolean =>
    (parameter === "{traceId}" && slot === "trace") || (parameter === "{digest}" && typeof slot === "object");
  const found = learnt.find(isMeant);
  if (!found) return undefined;
  // The id of a trace may be sent in letters of the other case.
  const spellings = [
    [found.value, `$${found.name}`],
    [found.value.toUpperCase(), `\${${found.name}^^}`],
    [found.value.toLowerCase(), `\${${found.name},,}`],
  ] as const;
  const shell = spellings.find(([value]) => encodeURIComponent(value) === segment)?.[1];
  return shell === undefined ? undefined : [{ shell: `$(encoded "${shell}")` }];
}

/** What may stand before and behind a digest, in each style of a list. */
const [opening, closing] = ["(?:=|,|%7C|%3B|%20|%22)", "(?=$|&|,|%7C|%3B|%20|%22)"];

/** The digests stand in the order in which they were asked for. */
function queryWithLearnt(query: string, learnt: readonly LearntValue[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let rest = query;
  for (const { slot, value, name } of learnt) {
    if (typeof slot !== "object") continue;
    const encoded = encodeURIComponent(value);
    const found = new RegExp(`${opening}(${inPattern(encoded)})${closing}`).exec(rest);
    if (!found) continue;
    const at = found.index + found[0].length - encoded.length;
    pieces.push({ text: rest.slice(0, at) }, { shell: `$(encoded "$${name}")` });
    rest = rest.slice(at + encoded.length);
  }
  return rest === "" ? pieces : [...pieces, { text: rest }];
}

/** The body of a request for links with the learnt cursors under their members, also where it is JSON in a text of JSON. */
export function bodyWithLearnt(
  body: string,
  spelling: JsonSpelling | undefined,
  learnt: readonly LearntValue[],
): readonly Piece[] {
  return learnt.reduce<readonly Piece[]>(
    (pieces, value) =>
      pieces.flatMap((piece) => ("shell" in piece ? [piece] : cursorPieces(piece.text, spelling, value))),
    [{ text: body }],
  );
}

function cursorPieces(
  text: string,
  spelling: JsonSpelling | undefined,
  { slot, value, name }: LearntValue,
): readonly Piece[] {
  if (typeof slot === "object" || slot === "trace") return [{ text }];
  const escape = spelling === "units" ? "units" : "json";
  const once = textInJson(value, spelling);
  const forms = [
    { quote: '"', told: once, shell: `$(${escape} "$${name}")` },
    { quote: '\\"', told: textInJson(once), shell: `$(json "$(json "$${name}")")` },
  ];
  for (const { quote, told, shell } of forms) {
    const [q, cursor] = [inPattern(quote), inPattern(told)];
    const found = new RegExp(`(?<!\\\\)${q}${slot}${q}\\s*:\\s*${q}${cursor}(?=${q})`).exec(text);
    if (!found) continue;
    const end = found.index + found[0].length;
    return [{ text: text.slice(0, end - told.length) }, { shell }, { text: text.slice(end) }];
  }
  return [{ text }];
}
