/** One file: byte for byte what was attached, in its own trace alone. */
import { readingOf } from "../spec/vocabulary/profile.ts";
import { bytesValues } from "../spec/vocabulary/bytes-window.ts";
import { computeDigest, digestsAt } from "../spec/readings/digest.ts";
import { succeeded } from "../spec/readings/outcome.ts";
import type { Exchange, History, SentFile } from "../spec/vocabulary/history.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { holdsContent, ownerOf, refusedUploadOf, resembledFileOf, sentFileOf, sentInGroup } from "./model/files.ts";
import { actionOfLink, pageOf } from "./model/links.ts";
import { traceOf, worldOf, type World } from "./model/world.ts";
import { answerOf, givesPayload, isProbing, isThrottled, nameOf } from "./support/exchanges.ts";
import { failed, judged, passed } from "./support/judging.ts";

export const singleFile: Check = {
  id: "single-file",
  requirements: ["FILE-01", "FILE-02", "FILE-03", "FILE-04", "FILE-05", "FILE-06", "CONC-03", "REFUSE-01", "AUTH-32"],
  *judge(history, context) {
    const world = worldOf(history);
    const downloads = new Map<string, Exchange>();
    for (const exchange of history.exchanges) {
      if (isProbing(exchange) || exchange.actor === "second") continue;
      if (exchange.intent.kind === "details" && succeeded(exchange)) yield* judgeDigests(exchange, world, context);
      if (exchange.intent.kind !== "file" || exchange.defects.some(({ where }) => where === "token")) continue;
      yield* judgeDownload(history, exchange, world);
      yield* judgeRepeat(exchange, downloads);
    }
  },
};

function* judgeDownload(history: History, exchange: Exchange, world: World): Iterable<Judgement> {
  if (exchange.intent.kind !== "file" || !exchange.response) return;
  const { requested } = exchange.intent;
  const trace = traceOf(world, exchange);
  const file = sentFileOf(history, requested);
  const name = nameOf(exchange);
  if (!file) {
    const unknown = exchange.defects.some(({ where }) => where === "path");
    if (!trace || !unknown || requested.digest.trim() === "") return;
    const resembled = resembledFileOf(history, requested);
    // Where digests are short, such as numbers, another one may well name another file.
    const gives = resembled ? exchange.response.sha256 === resembled.sha256 : givesPayload(exchange);
    yield judged(
      "FILE-03",
      exchange,
      gives
        ? {
            message: `${name} serves a file for a digest that names none`,
            expected: "no file",
            actual: answerOf(exchange),
          }
        : undefined,
    );
    return;
  }
  const upload = requested.file && history.exchanges[requested.file.exchange];
  const owner = ownerOf(world, requested);
  if (trace && owner && owner !== trace && !holdsContent(trace, file.sha256)) {
    const served = succeeded(exchange) && exchange.response.sha256 === file.sha256 && file.size > 0;
    yield judged(
      "FILE-02",
      exchange,
      served
        ? {
            message: `${name} serves a file that is attached to another trace`,
            expected: "no file",
            actual: answerOf(exchange),
            with: [upload],
          }
        : undefined,
    );
    return;
  }
  const refusal = trace && refusedUploadOf(trace, requested);
  if (trace && refusal && !holdsContent(trace, file.sha256)) {
    const served = succeeded(exchange) && exchange.response.sha256 === file.sha256 && file.size > 0;
    yield judged(
      refusal.exchange.defects.some(({ where }) => where === "token") ? "AUTH-32" : "REFUSE-01",
      exchange,
      served
        ? {
            message: `${name} serves a file of an action that was refused`,
            expected: "no file",
            actual: answerOf(exchange),
            with: [refusal.exchange],
          }
        : undefined,
    );
    return;
  }
  if (owner !== trace || isThrottled(exchange) || exchange.defects.length > 0) return;
  const right = succeeded(exchange) && exchange.response.sha256 === file.sha256;
  const serves = succeeded(exchange)
    ? "serves other bytes than were attached"
    : `does not serve (${answerOf(exchange)}) what was attached`;
  const finding = right
    ? undefined
    : {
        message: `${name} ${serves} as ${JSON.stringify(file.fileName)}`,
        ...contents(file, exchange),
        with: [upload],
      };
  yield judged("FILE-01", exchange, finding);
  if (right) yield passed("FILE-04", exchange);
  if (file.size === 0) yield judged("FILE-05", exchange, finding);
  if (sentInGroup(history, requested)) yield judged("CONC-03", exchange, finding);
}

/** Anything of which the size, the digest and perhaps the bytes are known. */
type Content = Pick<SentFile, "size" | "sha256"> & { readonly bytes?: Uint8Array | undefined };

/** The bytes around the first difference, when both are at hand; else sizes and digests. */
function contents(wanted: Content, exchange: Exchange): { readonly expected: unknown; readonly actual: unknown } {
  if (!succeeded(exchange)) return { expected: summaryOf(wanted), actual: answerOf(exchange) };
  const got = contentOf(exchange);
  if (!wanted.bytes || !got.bytes) return { expected: summaryOf(wanted), actual: summaryOf(got) };
  const [expected, actual] = bytesValues(wanted.bytes, got.bytes);
  return { expected, actual };
}

function contentOf({ response }: Exchange): Content {
  return { size: response?.bytes ?? 0, sha256: response?.sha256 ?? "", bytes: response?.body };
}

function summaryOf({ size, sha256 }: Content): string {
  return `${size} bytes, sha256 ${sha256}`;
}

function* judgeRepeat(exchange: Exchange, downloads: Map<string, Exchange>): Iterable<Judgement> {
  if (exchange.intent.kind !== "file" || !succeeded(exchange) || exchange.defects.length > 0) return;
  const key = `${exchange.intent.traceId} ${exchange.intent.requested.digest}`;
  const earlier = downloads.get(key);
  downloads.set(key, exchange);
  if (!earlier) return;
  const same = earlier.response?.sha256 === exchange.response?.sha256;
  yield judged(
    "FILE-06",
    exchange,
    same
      ? undefined
      : {
          message: `${nameOf(exchange)} serves other bytes than at the download before`,
          ...contents(contentOf(earlier), exchange),
          with: [earlier],
        },
  );
}

/** Where digests stand in links, every file of an action has its own there. */
function* judgeDigests(exchange: Exchange, world: World, context: JudgingContext): Iterable<Judgement> {
  const location = readingOf(context.profile, "digest-location");
  const algorithm = readingOf(context.profile, "digest-algorithm");
  const trace = traceOf(world, exchange);
  if (!trace || location?.where !== "links" || !algorithm) return;
  for (const link of pageOf(exchange)?.links ?? []) {
    const action = actionOfLink(link, trace, context.profile);
    if (!action || action.files.length === 0) continue;
    const shown = digestsAt(link, location.path);
    const contents = new Map(action.files.map((file) => [file.sha256, file]));
    const finding = { expected: `a digest for each of ${contents.size} files`, actual: shown, with: [action.exchange] };
    if (shown.length < contents.size) {
      yield failed("FILE-04", exchange, {
        message: `${nameOf(exchange)} shows ${shown.length} digests in the link of an action with ${contents.size} different files`,
        ...finding,
      });
      continue;
    }
    const unnamed = [...contents.values()].find((file) => {
      const digest = file.bytes && computeDigest(file.bytes, algorithm);
      return digest !== undefined && !shown.includes(digest);
    });
    yield judged(
      "FILE-04",
      exchange,
      unnamed && {
        message: `${nameOf(exchange)} does not show the ${algorithm.algorithm} digest of the file ${JSON.stringify(unnamed.fileName)}`,
        ...finding,
      },
    );
  }
}
