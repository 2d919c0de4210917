/** One request of a reproduction: lines of the shell that write its body and send it. */
import type { ActionIntent, Exchange, SentFile } from "../../spec/vocabulary/history.ts";
import type { OperationStep, TokenDefect } from "../../spec/vocabulary/script.ts";
import { jsonText, textInJson } from "../faces/json-text.ts";
import { isCut, textsOfOutline } from "../faces/outline.ts";
import { traceHeader } from "../client/trace-context.ts";
import { redacted } from "../secrets/secrets.ts";
import { filesOf, type FileContents } from "./file-contents.ts";
import { bodyWithLearnt, pathWithLearnt } from "./learnt-pieces.ts";
import type { LearntValue } from "./learnt-values.ts";
import { variablesOf } from "./variables.ts";
import { piecesOf, printing, quoted, word, type Piece, type Substitution } from "./shell-text.ts";
import { isAction } from "../../spec/readings/actions.ts";

/** The boundary that bodies of a reproduction have. */
const boundary = "----trace-conformance-reproduction";

/** Defects of tokens of which the recorded request shows no trace; the function `damaged` makes them. */
const damages: readonly TokenDefect[] = [
  "truncated",
  "signature-altered",
  "signature-removed",
  "payload-altered",
  "alg-none",
];

/** The name under which the shell keeps the token of a user. */
export const tokenName = (exchange: Exchange): string => `${variablesOf(exchange).toLowerCase()}_token`;

/** True for a request that holds the token anywhere. */
export function takesToken({ request, defects, intent }: Exchange): boolean {
  const { path, headers, body = "" } = request;
  const isLogin = intent.kind === "login-credential" || intent.kind === "login-private-key";
  const told = [path, ...Object.values(headers), ...(isLogin ? [] : [body])];
  return (
    told.some((text) => text.includes(redacted) || text.includes(encodedMark)) ||
    defects.some(({ what }) => what === "in-body")
  );
}

const encodedMark = encodeURIComponent(redacted);

interface Substituted {
  readonly learnt: readonly LearntValue[];
  readonly marks: readonly Substitution[];
  readonly contents: FileContents;
}

/**
 * @param learnt the values of earlier answers, each of which has its place
 * @param marks what stands for the marks of the run, wherever they are
 * @param contents takes in the contents of the files
 */
export function requestLines(
  exchange: Exchange,
  step: OperationStep | undefined,
  { learnt, marks, contents }: Substituted,
): readonly string[] {
  const { index, request } = exchange;
  const token = `$${tokenName(exchange)}`;
  const inPath = [
    ...marks.map(({ text, shell }) => ({ text: encodeURIComponent(text), shell: `$(encoded "${shell}")` })),
    { text: encodedMark, shell: `$(encoded "${token}")` },
  ];
  const body = bodyLines(exchange, step, { learnt, marks, contents });
  const headers = Object.entries(request.headers).filter(([name]) => name !== traceHeader);
  const options = headers.map(([name, value]) => headerOption(exchange, name, value));
  const words = [
    "send",
    String(index),
    request.method,
    word(piecesOf(pathWithLearnt(exchange, learnt), inPath)),
    ...options,
  ];
  if (body.length === 0) return [words.join(" ")];
  return [...body, [...words, "--data-binary", `@body-${String(index)}`].join(" ")];
}

function headerOption({ defects, ...exchange }: Exchange, name: string, value: string): string {
  const whole = { defects, ...exchange };
  if (!value.includes(redacted))
    return `--header ${quoted(`${name}: ${value.replace(/boundary=----trace-conformance\S*/, `boundary=${boundary}`)}`)}`;
  const damage = defects.find(({ where }) => where === "token")?.what;
  const token = `$${tokenName(whole)}`;
  const basic = `$(printf %s "\${${variablesOf(whole)}_EMAIL:?}:\${${variablesOf(whole)}_PASSWORD:?}" | base64 | tr -d '\\n')`;
  const damaged = damages.some((one) => one === damage) ? `$(damaged ${String(damage)} "${token}")` : token;
  const shell = damage === "basic-scheme" ? basic : damaged;
  return `--config <(header ${quoted(name)} ${word(piecesOf(value, [{ text: redacted, shell }]))})`;
}

/** Lines that write the file `body-N`; none for a request without a body. */
function bodyLines(
  exchange: Exchange,
  step: OperationStep | undefined,
  { learnt, marks, contents }: Substituted,
): readonly string[] {
  const { index, intent, request } = exchange;
  if (request.body === undefined) return [];
  const file = `body-${String(index)}`;
  const defect = step?.body?.kind;
  if (defect === "empty") return [`: > ${file}`];
  if (!isAction(intent) || defect === "raw") return written(jsonPieces(exchange, step?.spelling, learnt, marks), file);
  const texts = textParts(intent, request.body, step?.spelling).flatMap(([name, text]) => [
    { text: `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n` },
    ...piecesOf(text, marks),
    { text: "\r\n" },
  ]);
  const specs = filesOf(step);
  const files = intent.files.flatMap((sent, at) => fileLines(sent, contents.nameOf(sent, specs[at])));
  const filesFirst = step && "filesFirst" in step && step.filesFirst === true;
  const end = defect === "multipart-cut" ? [] : printing([{ text: `--${boundary}--\r\n` }]);
  const parts = filesFirst ? [...files, ...printing(texts)] : [...printing(texts), ...files];
  return ["{", ...[...parts, ...end].map((line) => `  ${line}`), `} > ${file}`];
}

function written(pieces: readonly Piece[], file: string): readonly string[] {
  return ["{", ...printing(pieces).map((line) => `  ${line}`), `} > ${file}`];
}

/** The credentials of a login stand in variables, and so do tokens. */
function jsonPieces(
  exchange: Exchange,
  spelling: OperationStep["spelling"],
  learnt: readonly LearntValue[],
  marks: readonly Substitution[],
): readonly Piece[] {
  const { request, defects } = exchange;
  const prefix = variablesOf(exchange);
  const secrets = (["email", "password", "privateKey"] as const).map((member) => {
    const name = `${prefix}_${member === "privateKey" ? "PRIVATE_KEY" : member.toUpperCase()}`;
    const escape = spelling === "units" ? "units" : "json";
    return {
      text: `"${member}":"${escape === "units" ? textInJson(redacted, "units") : redacted}"`,
      shell: `\\"${member}\\":\\"$(${escape} "\${${name}:?}")\\"`,
    };
  });
  const others = { text: redacted, shell: `$${tokenName(exchange)}` };
  const pieces = piecesOf(bodyWithLearnt(request.body ?? "", spelling, learnt), [...secrets, ...marks, others]);
  if (!defects.some(({ what }) => what === "in-body")) return pieces;
  const token = `$(json "$${tokenName(exchange)}")`;
  const members = ["access_token", "token", "jwt"].map((name) => `,\\"${name}\\":\\"${token}\\"`).join("");
  const [last] = pieces.slice(-1);
  if (!last || !("text" in last) || !last.text.endsWith("}")) return pieces;
  return [...pieces.slice(0, -1), { text: last.text.slice(0, -1) }, { shell: members }, { text: "}" }];
}

/** The text parts as they were sent; of a long one the outline holds the beginning alone, and the intent the rest. */
function textParts(
  intent: ActionIntent,
  outline: string,
  spelling: OperationStep["spelling"],
): readonly (readonly [name: string, text: string])[] {
  return textsOfOutline(outline, intent.files.length).map(([name, text]) => {
    if (!isCut(text)) return [name, text];
    const { data, actionKey, workflowId, groupLabel } = intent;
    return [name, jsonText(name === "body" ? { data, actionKey, workflowId, groupLabel } : data, spelling)];
  });
}

function fileLines({ partName, fileName, contentType }: SentFile, file: string): readonly string[] {
  const named = fileName === null ? "" : `; filename="${inQuotes(fileName)}"`;
  const disposition = `content-disposition: form-data; name="${inQuotes(partName)}"${named}`;
  const type = contentType.replace(/[\r\n]/g, " ");
  const head = `--${boundary}\r\n${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
  return [...printing([{ text: head }]), `cat ${file}`, ...printing([{ text: "\r\n" }])];
}

function inQuotes(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
