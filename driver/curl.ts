/** An exchange as a command line that repeats it. Secrets stand in variables of the shell. */
import type { Exchange, SentFile } from "../spec/vocabulary/history.ts";
import { traceHeader } from "./client/trace-context.ts";
import { textInJson } from "./faces/json-text.ts";
import { textsOfOutline } from "./faces/outline.ts";
import { quoted } from "./reproduction/shell-text.ts";
import { variablesOf } from "./reproduction/variables.ts";
import { redacted } from "./secrets/secrets.ts";
import { isAction } from "../spec/readings/actions.ts";

/** Larger file contents would make a command line that no shell takes. */
const maxInlineBytes = 32_768;

/** The names of the variables that stand for the secrets of the user who sent it. */
function variable(name: "TOKEN" | "EMAIL" | "PASSWORD" | "PRIVATE_KEY", sent: Pick<Exchange, "actor" | "by">): string {
  return `${variablesOf(sent)}_${name}`;
}

/**
 * A `curl` command for a POSIX shell that sends the same request: the token is taken from `$TRACE_TOKEN` (of the second
 * user: `$TRACE_SECOND_TOKEN`, of the first of `users`: `$TRACE_USER_1_TOKEN`), credentials from `$TRACE_EMAIL`, `$TRACE_PASSWORD` and `$TRACE_PRIVATE_KEY`, the secret of a gateway from `$TRACE_HEADER_` and the header's name. Where the
 * bytes of a file are not at hand, a comment says which file has to be put in place.
 */
export function curlOf(exchange: Exchange, target: string | { readonly baseUrl: string }): string {
  const { request } = exchange;
  const baseUrl = (typeof target === "string" ? target : target.baseUrl).replace(/(?<!\/)\/+$/, "");
  const words = ["curl", "--silent", "--show-error", "--include", "--path-as-is", "--globoff"];
  if (request.method !== "GET") words.push("--request", request.method);
  const multipart = isWholeMultipart(exchange);
  const notes: string[] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    // A request that is sent again is a trace of its own.
    if (name === traceHeader) continue;
    // curl writes the boundary that it uses itself.
    if (name === "content-type" && multipart) continue;
    words.push("--header", header(name, value, exchange, notes));
  }
  if (multipart) words.push(...forms(exchange, notes));
  else if (request.body !== undefined) words.push("--data-binary", body(request.body, exchange, notes));
  words.push(quoted(baseUrl + request.path));
  return [...notes, words.join(" ")].join("\n");
}

function header(name: string, value: string, exchange: Exchange, notes: string[]): string {
  const what = exchange.defects.find(({ where }) => where === "token")?.what;
  // The secret of a gateway, from the configuration; a token in a strange place is shown as it was sent.
  if (name !== "authorization" && value === redacted && what !== "elsewhere")
    return `"${name}: $TRACE_HEADER_${name.toUpperCase().replace(/\W/g, "_")}"`;
  if (name !== "authorization" || !value.includes(redacted)) return quoted(`${name}: ${value}`);
  if (what === "basic-scheme") {
    const [email, password] = [variable("EMAIL", exchange), variable("PASSWORD", exchange)];
    return `"${name}: ${value.replaceAll(redacted, `$(printf %s "$${email}:$${password}" | base64 | tr -d "\\n")`)}"`;
  }
  if (what !== undefined && what !== "scheme-missing" && what !== "wrong-scheme") {
    notes.push(`# The token was sent with a defect: ${what}. Put the damaged token into the variable.`);
  }
  return `"${name}: ${value.replaceAll(redacted, `$${variable("TOKEN", exchange)}`)}"`;
}

/** False for a body with a defect of its own, which only the exact bytes show. */
function isWholeMultipart({ intent, request, defects }: Exchange): boolean {
  const isForm = request.headers["content-type"]?.startsWith("multipart/form-data") ?? false;
  return isForm && isAction(intent) && !defects.some(({ where }) => where === "body");
}

function forms({ intent, request }: Exchange, notes: string[]): string[] {
  if (!isAction(intent)) return [];
  const words: string[] = [];
  // The outline holds the text parts as `name: text`, files after them.
  for (const [name, text] of textsOfOutline(request.body ?? "", intent.files.length)) {
    words.push("--form-string", quoted(`${name}=${text}`));
  }
  for (const [position, file] of intent.files.entries()) words.push("--form", fileForm(file, position, notes));
  return words;
}

function fileForm(
  { partName, fileName, contentType, bytes, size, sha256 }: SentFile,
  position: number,
  notes: string[],
): string {
  const place = `file-${String(position)}`;
  if (bytes && bytes.length <= maxInlineBytes) {
    notes.push(`printf %s ${Buffer.from(bytes).toString("base64")} | base64 -d > ${place}`);
  } else {
    notes.push(`# ${place}: ${String(size)} bytes, sha256 ${sha256}`);
  }
  const name = fileName === null ? "" : `;filename="${fileName.replace(/(["\\])/g, "\\$1")}"`;
  return quoted(`${partName}=@${place};type=${contentType}${name}`);
}

function body(text: string, { intent, ...sent }: Exchange, notes: string[]): string {
  if (intent.kind !== "login-credential" && intent.kind !== "login-private-key") return quoted(text);
  const inUnits = textInJson(redacted, "units");
  const secret = [redacted, inUnits].find((shown) => text.includes(shown));
  if (secret === undefined) return quoted(text);
  notes.push(
    secret === inUnits
      ? "# The variables hold the credentials, each of their characters written for JSON as \\uXXXX."
      : "# The variables hold the credentials, escaped for JSON.",
  );
  const filled = (["email", "password", "privateKey"] as const).reduce(
    (json, member) => {
      const name = variable(member === "privateKey" ? "PRIVATE_KEY" : member === "email" ? "EMAIL" : "PASSWORD", sent);
      return json.replace(`"${member}":"${secret}"`, `"${member}":"'"$${name}"'"`);
    },
    text.replaceAll("'", `'\\''`),
  );
  return `'${filled}'`;
}
