import { decodeText } from "./json.ts";
import { Refusal } from "./refusal.ts";

export interface FilePart {
  part: string;
  name: string;
  type: string;
  data: Buffer;
}

export interface Form {
  texts: Map<string, string>;
  files: FilePart[];
}

export interface FormRules {
  /** What to do with a text field given twice. */
  repeated?: "first" | "last" | "refuse";
  /** How a quotation mark in a file name is written: `\"` or `%22`. */
  escapes?: "backslash" | "percent";
}

const bad = (message: string): Refusal => new Refusal("invalid", message);

function parameters(header: string, escapes: "backslash" | "percent"): Map<string, string> {
  const found = new Map<string, string>();
  const pattern =
    escapes === "backslash"
      ? /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:\\["\\]|[^"])*)"|([^;\s"]*))/g
      : /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"([^"]*)"|([^;\s"]*))/g;
  for (const [, name = "", quoted, bare] of header.matchAll(pattern)) {
    let value = quoted ?? bare ?? "";
    if (quoted !== undefined) {
      value =
        escapes === "backslash"
          ? value.replace(/\\(["\\])/g, "$1")
          : value.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    }
    found.set(name.toLowerCase(), value);
  }
  return found;
}

function fileName(params: Map<string, string>): string | undefined {
  const coded = /^utf-8'[^']*'(.*)$/i.exec(params.get("filename*") ?? "")?.[1];
  if (coded === undefined) return params.get("filename");
  try {
    return decodeURIComponent(coded);
  } catch {
    throw bad("a file name is badly encoded");
  }
}

/** Where the next delimiter line begins (its line break included) and where its line ends. */
function nextDelimiter(body: Buffer, mark: Buffer, from: number): { start: number; end: number; last: boolean } {
  for (let at = body.indexOf(mark, from); at !== -1; at = body.indexOf(mark, at + 1)) {
    let end = at + mark.length;
    if (body[end] === 0x2d && body[end + 1] === 0x2d) return { start: at, end: end + 2, last: true };
    while (body[end] === 0x20 || body[end] === 0x09) end += 1;
    if (body[end] === 0x0d && body[end + 1] === 0x0a) return { start: at, end: end + 2, last: false };
  }
  throw bad("the multipart body is cut off");
}

export function parseForm(contentType: string | undefined, body: Buffer, rules: FormRules = {}): Form {
  if (!/^multipart\/form-data\b/i.test(contentType ?? ""))
    throw new Refusal("media", "multipart/form-data is expected");
  const boundary = parameters(contentType ?? "", "percent").get("boundary");
  if (boundary === undefined || boundary === "" || boundary.length > 200) throw bad("the boundary is missing");
  // A line break in front makes the first delimiter look like all the others.
  const whole = Buffer.concat([Buffer.from("\r\n"), body]);
  const mark = Buffer.from(`\r\n--${boundary}`, "latin1");
  const form: Form = { texts: new Map(), files: [] };
  let here = nextDelimiter(whole, mark, 0);
  for (let count = 0; !here.last; count += 1) {
    if (count >= 2000) throw new Refusal("large", "too many parts");
    // A part without headers has its empty line at once.
    const bodyless = whole[here.end] === 0x0d && whole[here.end + 1] === 0x0a;
    const split = bodyless ? here.end - 2 : whole.indexOf("\r\n\r\n", here.end);
    const next = nextDelimiter(whole, mark, here.end - 2);
    if (split === -1 || split + 4 > next.start + 2 || split - here.end > 16384) throw bad("a part has no headers");
    addPart(form, whole.subarray(here.end, split), whole.subarray(split + 4, next.start), rules);
    here = next;
  }
  return form;
}

function addPart(form: Form, head: Buffer, data: Buffer, rules: FormRules): void {
  const headers = new Map<string, string>();
  for (const line of decodeText(head).split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const how = headers.get("content-disposition") ?? "";
  const params = parameters(how, rules.escapes ?? "percent");
  const part = params.get("name");
  if (!/^form-data\b/i.test(how) || part === undefined) throw bad("a part has no name");
  const name = fileName(params);
  const type = headers.get("content-type") ?? (name === undefined ? "text/plain" : "application/octet-stream");
  if (name !== undefined || /^application\/octet-stream\b/i.test(type)) {
    form.files.push({ part, name: name ?? part, type, data: Buffer.from(data) });
    return;
  }
  if (form.texts.has(part)) {
    if (rules.repeated === "refuse") throw bad(`the field ${part} is given twice`);
    if (rules.repeated === "first") return;
  }
  form.texts.set(part, decodeText(data));
}
