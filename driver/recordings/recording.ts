/** From a HAR file to a history. */
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { isJsonObject } from "../../spec/json.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { decode } from "../client/decode.ts";
import { defaultLimits } from "../environment.ts";
import { redactDocument } from "../secrets/clean-values.ts";
import { secretValuesIn, withoutSecretHeaders, withoutSecretMembers } from "../secrets/names.ts";
import { redacted, Secrets } from "../secrets/secrets.ts";
import { findBase, operationIn, type RecordedOperation } from "./find-base.ts";
import { readHar, RecordingError, type RecordedEntry } from "./har.ts";
import { intentOf, jsonOf } from "./intents.ts";
import { recordedTrait } from "./recorded-trait.ts";

export interface Recording {
  readonly history: History;
  readonly baseUrl: string;
  /** Everything secret that stands in the recording. */
  readonly secrets: Secrets;
  readonly target: JudgingTarget;
  /** True where the recording shows what must not be repeated: a token, a password, a private key. */
  readonly showsSecrets: boolean;
  /** Writes whose content cannot be read. */
  readonly unknownWrites: number;
  /** Entries that are not in the history, by the reason. */
  readonly leftOut: Readonly<Record<"foreign" | "cached" | "unanswered" | "withoutBody", number>>;
}

export interface RecordingOptions {
  /** Address of the service; default: where most entries are operations of the interface. */
  readonly baseUrl?: string;
}

/** @throws RecordingError for a file that is no HAR, or in which no operation of the interface is called. */
export function readRecording(path: string, shown: string, options: RecordingOptions = {}): Recording {
  const entries = readHar(path, shown);
  const base = options.baseUrl?.replace(/(?<!\/)\/+$/, "") ?? findBase(entries);
  const called = base === undefined ? [] : entries.flatMap((entry) => operationIn(entry, base) ?? []);
  if (base === undefined || called.length === 0)
    throw new RecordingError(
      `${shown}: none of its ${entries.length} requests calls an operation of the interface` +
        `${base === undefined ? "" : ` below ${base}`}; name the address of the service with --base-url`,
    );
  const kept = called.filter(({ entry }) => !entry.fromCache && entry.status > 0 && isWhole(entry));
  const secrets = secretsIn(called);
  const start = Math.min(...kept.map(({ entry }) => entry.startedMs));
  const rebuilt = kept.map((one, index) => ({
    ...intentOf(one),
    exchange: exchangeOf(one, index, start, secrets.held),
  }));
  return {
    history: {
      script: { id: "recording", title: `Recorded in ${shown}`, steps: rebuilt.map(({ step }) => step) },
      exchanges: rebuilt.map(({ exchange }) => exchange),
      unsent: [],
    },
    baseUrl: base,
    secrets: secrets.held,
    target: {
      name: new URL(base).host,
      access: "read-only",
      workflows: [],
      timeoutMs: defaultLimits.timeoutMs,
      searchLagMs: defaultLimits.searchLagMs,
    },
    showsSecrets: secrets.seen,
    unknownWrites: rebuilt.filter(({ known, exchange }) => !known && exchange.response?.status === 200).length,
    leftOut: {
      foreign: entries.length - called.length,
      cached: called.filter(({ entry }) => entry.fromCache).length,
      unanswered: called.filter(({ entry }) => !entry.fromCache && entry.status <= 0).length,
      withoutBody: called.filter(({ entry }) => !entry.fromCache && entry.status > 0 && !isWhole(entry)).length,
    },
  };
}

/** Recorders cut long bodies and leave others out; a document that can be parsed is whole whatever its size. */
function isWhole({ body, bodySize = 0 }: RecordedEntry): boolean {
  if (!body) return false;
  if (body.length >= bodySize) return true;
  try {
    JSON.parse(body.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

function exchangeOf(recorded: RecordedOperation, index: number, startMs: number, secrets: Secrets): Exchange {
  const { entry, operation, path } = recorded;
  const { intent } = intentOf(recorded);
  const token = tokenIn(entry);
  const text = entry.postData?.text;
  const wire = { status: entry.status, headers: entry.responseHeaders, body: entry.body ?? Buffer.alloc(0) };
  const context = { operation, maxResponseBytes: defaultLimits.maxResponseBytes, secrets };
  return {
    index,
    step: String(index),
    operationId: operation.id,
    face: operation.face,
    actor: "first",
    intent,
    defects: [],
    traits: [recordedTrait],
    request: {
      method: operation.method,
      path: secrets.redact(withoutSecretMembers(path)),
      headers: shownHeaders(entry.requestHeaders, secrets),
      ...(text === undefined ? {} : { body: redactDocument(text, (part) => secrets.redact(part)) }),
      bodyBytes: Buffer.byteLength(text ?? ""),
    },
    response: decode(
      { ...wire, headers: shownHeaders(wire.headers, secrets) },
      token === undefined ? context : { ...context, token },
    ),
    sentAtMs: entry.startedMs - startMs,
    receivedAtMs: entry.startedMs - startMs + entry.durationMs,
  };
}

function shownHeaders(headers: Readonly<Record<string, string>>, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(withoutSecretHeaders(headers)).map(([name, value]) => [name, secrets.redact(value)]),
  );
}

function secretsIn(called: readonly RecordedOperation[]): { readonly held: Secrets; readonly seen: boolean } {
  const credentials = called
    .filter(({ operation }) => !operation.bearer)
    .map(({ entry }) => jsonOf(entry.postData?.text));
  const texts = (name: string): readonly string[] =>
    [...new Set(credentials.map((document) => (isJsonObject(document) ? document[name] : undefined)))].filter(
      (value): value is string => typeof value === "string" && value !== redacted,
    );
  const [email, ...emails] = texts("email");
  const [password, ...passwords] = texts("password");
  const [privateKey, ...privateKeys] = texts("privateKey");
  const first = {
    ...(email === undefined ? {} : { email }),
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
  };
  const held = new Secrets(
    first,
    {},
    [...emails, ...passwords, ...privateKeys].map((text) => ({ text })),
  );
  const tokens = new Set(called.map(({ entry }) => tokenIn(entry)).filter((token) => token !== undefined));
  for (const token of tokens) held.addToken(token);
  for (const { entry } of called) {
    const headers = [entry.requestHeaders, entry.responseHeaders];
    for (const value of headers.flatMap((one) => secretValuesIn(one, entry.url.searchParams))) held.addToken(value);
  }
  for (const { entry, operation } of called) {
    const document = operation.bearer ? undefined : jsonOf(entry.body?.toString("utf8"));
    const payload = isJsonObject(document) && isJsonObject(document["data"]) ? document["data"] : document;
    const token = isJsonObject(payload) ? payload["token"] : undefined;
    if (typeof token === "string" && token !== redacted) held.addToken(token);
  }
  return { held, seen: tokens.size > 0 || password !== undefined || privateKey !== undefined };
}

function tokenIn({ requestHeaders }: RecordedEntry): string | undefined {
  const token = /^bearer\s+(\S+)$/i.exec(requestHeaders["authorization"] ?? "")?.[1];
  return token === undefined || token.includes(redacted) ? undefined : token;
}
