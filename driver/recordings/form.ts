/** The parts of a recorded multipart body. */
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { RecordedBody } from "./har.ts";

interface RecordedForm {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly SentFile[];
  /** True where a file was sent whose bytes the recording does not show. */
  readonly filesUnknown: boolean;
}

/**
 * Reads the parameters of a HAR, the raw text of a body, or the outline that our own reports write. Undefined where none
 * of them can be read. Recorders turn the bytes of files into text, so the content of a file counts as unknown unless its
 * digest stands there.
 */
export function formOf(body: RecordedBody): RecordedForm | undefined {
  if (body.params.length > 0) return formOfParameters(body);
  if (body.text === undefined) return undefined;
  const boundary = /boundary="?([^";]+)"?/i.exec(body.mimeType)?.[1] ?? firstLine(body.text);
  return (boundary === undefined ? undefined : formOfText(body.text, boundary)) ?? formOfOutline(body.text);
}

function formOfParameters({ params }: RecordedBody): RecordedForm {
  const texts = params.filter(({ fileName, value }) => fileName === undefined && value !== undefined);
  return {
    texts: new Map(texts.map(({ name, value = "" }) => [name, value])),
    files: [],
    filesUnknown: params.some(({ fileName }) => fileName !== undefined),
  };
}

function firstLine(text: string): string | undefined {
  return /^--([^\r\n]+)/.exec(text)?.[1];
}

function formOfText(text: string, boundary: string): RecordedForm | undefined {
  const chunks = `\r\n${text}`.replaceAll(/\r?\n/g, "\n").split(`\n--${boundary}`);
  if (chunks.length < 2) return undefined;
  const texts = new Map<string, string>();
  let filesUnknown = false;
  for (const chunk of chunks.slice(1)) {
    if (chunk.startsWith("--")) break;
    const end = chunk.indexOf("\n\n");
    const head = end < 0 ? chunk : chunk.slice(0, end);
    const name = /[;\s]name="([^"]*)"/i.exec(head)?.[1];
    if (name === undefined) return undefined;
    if (/[;\s]filename\*?=/i.test(head) || /content-type:\s*application\/octet-stream/i.test(head)) filesUnknown = true;
    else texts.set(name, end < 0 ? "" : chunk.slice(end + 2));
  }
  return texts.size === 0 && !filesUnknown ? undefined : { texts, files: [], filesUnknown };
}

const fileLine =
  /^("(?:[^"\\]|\\.)*"): (?:no file name|file name ("(?:[^"\\]|\\.)*")), ([^,]*), (\d+) bytes, sha256 ([0-9a-f]{64})$/;

/**
 * One line for each part: `name: text`, or a file with its size and digest. A text may hold line breaks; what begins no
 * part belongs to the one before.
 */
function formOfOutline(text: string): RecordedForm | undefined {
  const texts = new Map<string, string>();
  const files: SentFile[] = [];
  let last: string | undefined;
  for (const line of text.split("\n")) {
    const file = fileLine.exec(line);
    const field = /^(traceInput|actionKey|workflowId|groupLabel|body): ([^]*)$/.exec(line);
    if (file)
      files.push({
        partName: JSON.parse(file[1] ?? '""') as string,
        fileName: file[2] === undefined ? null : (JSON.parse(file[2]) as string),
        contentType: file[3] ?? "",
        size: Number(file[4]),
        sha256: file[5] ?? "",
      });
    else if (field) texts.set((last = field[1] ?? ""), field[2] ?? "");
    else if (last !== undefined && files.length === 0) texts.set(last, `${texts.get(last) ?? ""}\n${line}`);
    else return undefined;
  }
  return { texts, files, filesUnknown: false };
}
