/** Several files as one archive: readable, whole, with the requested files and no others. */
import { refused, succeeded } from "../spec/readings/outcome.ts";
import type { Exchange, History, SentFile, ZipEntry } from "../spec/vocabulary/history.ts";
import type { Check, Judgement } from "../spec/vocabulary/judgement.ts";
import { holdsContent, ownerOf, refusedUploadOf, resembledFileOf, sentFileOf, sentInGroup } from "./model/files.ts";
import { traceOf, worldOf, type TraceRecord, type World } from "./model/world.ts";
import { answerOf, isProbing, isThrottled, nameOf } from "./support/exchanges.ts";
import { failed, judged, passed } from "./support/judging.ts";
import { isPlain } from "./support/plain.ts";

export const archive: Check = {
  id: "archive",
  requirements: [
    "FILES-01",
    "FILES-02",
    "FILES-03",
    "FILES-04",
    "FILES-05",
    "FILES-06",
    "FILES-07",
    "FILES-08",
    "FILES-09",
    "FILES-10",
    "FILES-11",
    "FILE-05",
    "CONC-03",
    "EQUIV-08",
    "REFUSE-01",
    "AUTH-32",
  ],
  *judge(history, context) {
    const world = worldOf(history);
    for (const exchange of history.exchanges) {
      if (exchange.intent.kind !== "files" || isProbing(exchange)) continue;
      if (exchange.actor === "second" || exchange.defects.some(({ where }) => where === "token")) continue;
      if (refused(exchange) && asksForForeign(exchange, world)) yield passed("FILES-08", exchange);
      if (exchange.response && namesStranger(exchange, world)) yield judgeMixedList(exchange);
      if (!succeeded(exchange)) {
        if (exchange.response && isPlain(exchange, world, context)) yield refusedArchive(exchange);
        continue;
      }
      yield* judgeArchive(history, exchange, world);
    }
  },
};

function* judgeArchive(history: History, exchange: Exchange, world: World): Iterable<Judgement> {
  const zip = exchange.response?.zip;
  const name = nameOf(exchange);
  const trace = traceOf(world, exchange);
  yield* judgeResembled(history, exchange);
  if (trace) yield* judgeRefusedUploads(history, exchange, trace);
  // How a bad request is refused is not shown: by a page of text, or by no content.
  if (!zip && exchange.defects.length > 0) return;
  yield judged(
    exchange.face === "v2" ? "FILES-01" : "FILES-02",
    exchange,
    zip
      ? undefined
      : {
          message: `${name} answers something that is no zip archive`,
          expected: "a zip archive",
          actual: firstBytes(exchange),
        },
  );
  if (!zip) return;
  yield judged(
    "FILES-06",
    exchange,
    zip.error === undefined || isOurBound(zip.error)
      ? undefined
      : { message: `${name} answers a broken archive: ${zip.error}`, expected: "a whole archive", actual: zip.error },
  );
  const unsafe = zip.entries.find(({ name: entry }) => /^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)|\0/.test(entry));
  yield judged(
    "FILES-10",
    exchange,
    unsafe && {
      message: `${name} has an entry whose name leads outside the folder it is unpacked to`,
      expected: "a relative name without ..",
      actual: unsafe.name,
    },
  );
  const entries = zip.entries.filter(({ directory }) => !directory);
  yield* judgeForeign(history, exchange, world, trace, entries);
  if (zip.error === undefined && trace) yield* judgeContents(history, exchange, trace, entries);
}

/** A digest that only resembles that of a file does not bring the file. */
function* judgeResembled(history: History, exchange: Exchange): Iterable<Judgement> {
  if (exchange.intent.kind !== "files") return;
  const { requested } = exchange.intent;
  const asked = new Set(requested.map((digest) => sentFileOf(history, digest)?.sha256));
  for (const digest of requested) {
    const resembled = resembledFileOf(history, digest);
    if (!resembled || resembled.size === 0 || asked.has(resembled.sha256)) continue;
    const given = exchange.response?.zip?.entries.find(({ sha256 }) => sha256 === resembled.sha256);
    yield judged(
      "FILES-04",
      exchange,
      given && {
        message: `${nameOf(exchange)} takes a digest for another one that it resembles`,
        expected: `no file for ${digest.digest}`,
        actual: given,
        with: [digest.resembles && history.exchanges[digest.resembles.exchange]],
      },
    );
  }
}

/** What came with a refused action is no file of the trace. */
function* judgeRefusedUploads(history: History, exchange: Exchange, trace: TraceRecord): Iterable<Judgement> {
  if (exchange.intent.kind !== "files") return;
  for (const requested of exchange.intent.requested) {
    const refusal = refusedUploadOf(trace, requested);
    const file = refusal && sentFileOf(history, requested);
    if (!file || file.size === 0 || holdsContent(trace, file.sha256)) continue;
    const given = exchange.response?.zip?.entries.find(({ sha256 }) => sha256 === file.sha256);
    yield judged(
      refusal.exchange.defects.some(({ where }) => where === "token") ? "AUTH-32" : "REFUSE-01",
      exchange,
      given && {
        message: `${nameOf(exchange)} gives a file of an action that was refused`,
        expected: "files of the trace alone",
        actual: given,
        with: [refusal.exchange],
      },
    );
  }
}

/** An archive beyond the configured bounds was not read whole; that is the matter of ROBUST-07. */
function isOurBound(error: string): boolean {
  return error.startsWith("beyond the bound");
}

/** True when the list names files of the trace and, for certain, something that is none of them. */
function namesStranger(exchange: Exchange, world: World): boolean {
  const { intent } = exchange;
  const trace = traceOf(world, exchange);
  if (intent.kind !== "files" || !trace || isThrottled(exchange)) return false;
  const own = new Set([...trace.actions, ...trace.doubtful].map((action) => action.exchange.index));
  const known = new Set(
    intent.requested.flatMap(({ digest, file }) => (file && own.has(file.exchange) ? [digest] : [])),
  );
  // Equal contents may share a digest, and short ones, such as numbers, may name a file in every trace.
  const strange = intent.requested.filter(
    ({ digest, file }) => !known.has(digest) && /^[\w:+/=.-]+$/.test(digest) && digest.length >= (file ? 16 : 8),
  );
  return known.size > 0 && strange.some(({ file }) => !file || !own.has(file.exchange));
}

function judgeMixedList(exchange: Exchange): Judgement {
  const zip = succeeded(exchange) ? exchange.response?.zip : undefined;
  return judged(
    "FILES-11",
    exchange,
    zip && {
      message: `${nameOf(exchange)} answers a list with a digest that names no file of the trace as if it did`,
      expected: "a refusal",
      actual: zip.entries.map(({ name, size }) => `${name}: ${size} bytes`),
    },
  );
}

function refusedArchive(exchange: Exchange): Judgement {
  return failed("FILES-03", exchange, {
    message: `${nameOf(exchange)} does not give the requested files: ${answerOf(exchange)}`,
    expected: "a zip archive with the requested files",
    actual: exchange.response?.json?.value ?? answerOf(exchange),
  });
}

/** True when the list names a file that was attached to another trace. */
function asksForForeign(exchange: Exchange, world: World): boolean {
  const { intent } = exchange;
  const trace = traceOf(world, exchange);
  if (intent.kind !== "files" || !trace) return false;
  return intent.requested.some((requested) => {
    const owner = ownerOf(world, requested);
    return owner !== undefined && owner !== trace;
  });
}

/** No content of a file that belongs to other traces alone. */
function* judgeForeign(
  history: History,
  exchange: Exchange,
  world: World,
  trace: TraceRecord | undefined,
  entries: readonly ZipEntry[],
): Iterable<Judgement> {
  if (exchange.intent.kind !== "files" || !trace) return;
  const others = [...world.traces.values()].filter((other) => other !== trace);
  const foreign = entries.find(
    ({ sha256, size }) =>
      size > 0 && !holdsContent(trace, sha256) && others.some((other) => holdsContent(other, sha256)),
  );
  const asked = asksForForeign(exchange, world);
  const inGroup = exchange.intent.requested.some((requested) => sentInGroup(history, requested));
  if (!foreign && !asked) return;
  yield judged(
    "FILES-08",
    exchange,
    foreign && {
      message: `${nameOf(exchange)} gives out a file of another trace (entry ${JSON.stringify(foreign.name)})`,
      expected: "files of this trace alone",
      actual: foreign,
      with: others.find((other) => holdsContent(other, foreign.sha256))?.actions.map((action) => action.exchange) ?? [],
    },
  );
  if (foreign && inGroup) {
    yield failed("CONC-03", exchange, {
      message: "Files uploaded at the same time are mixed up between traces",
      actual: foreign,
    });
  }
}

function* judgeContents(
  history: History,
  exchange: Exchange,
  trace: TraceRecord,
  entries: readonly ZipEntry[],
): Iterable<Judgement> {
  if (exchange.intent.kind !== "files") return;
  const { requested } = exchange.intent;
  const wanted = requested.map((digest) => sentFileOf(history, digest));
  if (wanted.length === 0 || !wanted.every((file) => file !== undefined)) return;
  // A list with a digest of another trace may be answered with what belongs, or refused: not shown.
  const own = requested.every((digest) =>
    trace.actions.some((action) => action.exchange.index === digest.file?.exchange),
  );
  if (!own) return;
  const files = wanted as readonly SentFile[];
  const contents = new Set(files.map(({ sha256 }) => sha256));
  const missing = files.filter(({ sha256 }) => !entries.some((entry) => entry.sha256 === sha256));
  const strange = entries.filter(({ sha256 }) => !contents.has(sha256));
  const name = nameOf(exchange);
  const uploads = [...new Set(requested.map(({ file }) => file && history.exchanges[file.exchange]))];
  const shown = entries.map((entry) => `${entry.name}: ${entry.size} bytes, sha256 ${entry.sha256.slice(0, 12)}…`);
  const description = files.map(
    (file) => `${file.fileName ?? "(no name)"}: ${file.size} bytes, sha256 ${file.sha256.slice(0, 12)}…`,
  );
  // As many entries as files, with other bytes: the files are there, and changed.
  const changed = missing.length > 0 && missing.length === strange.length;
  const evidence = { expected: description, actual: shown, with: uploads };
  const lost = missing.length > 0 && !changed;
  const first = missing[0];
  const label = first ? `${JSON.stringify(first.fileName)} (${first.size} bytes)` : "";
  yield judged(
    "FILES-03",
    exchange,
    lost ? { message: `${name} leaves out the requested file ${label}`, ...evidence } : undefined,
  );
  yield judged(
    "FILES-05",
    exchange,
    changed
      ? { message: `${name} gives the file ${label} with other bytes than were attached`, ...evidence }
      : undefined,
  );
  // One digest may stand for every attachment of its content.
  const most = Math.max(files.length, attachmentsOf(trace, contents));
  const tooMany = !changed && (strange.length > 0 || entries.length > most);
  yield judged(
    "FILES-04",
    exchange,
    tooMany
      ? { message: `${name} holds ${entries.length} files where ${files.length} were requested`, ...evidence }
      : undefined,
  );
  const swapped = changed || lost ? undefined : swappedEntry(files, entries);
  if (swapped)
    yield failed("FILES-05", exchange, {
      message: `${name} gives another file's bytes under the name ${JSON.stringify(swapped)}`,
      ...evidence,
    });
  const wrong = lost || changed;
  if (uploads.length > 1)
    yield judged(
      "FILES-07",
      exchange,
      wrong ? { message: `${name} does not give the files of several actions together`, ...evidence } : undefined,
    );
  const names = files.map(({ fileName }) => fileName).filter((fileName) => fileName !== null);
  const doubled = names.some((fileName, index) => names.indexOf(fileName) !== index);
  if (doubled && contents.size > 1) {
    const same = first && names.filter((fileName) => fileName === first.fileName).length > 1;
    yield judged(
      "FILES-09",
      exchange,
      lost && same ? { message: `${name} leaves out one of two files of the same name`, ...evidence } : undefined,
    );
  }
  if (files.some(({ size }) => size === 0)) {
    const empty = missing.some(({ size }) => size === 0);
    yield judged(
      "FILE-05",
      exchange,
      empty ? { message: `${name} does not hold the empty file as an empty file`, ...evidence } : undefined,
    );
  }
  if (requested.some((digest) => sentInGroup(history, digest))) {
    yield judged(
      "CONC-03",
      exchange,
      wrong ? { message: `${name} does not give what was uploaded at the same time`, ...evidence } : undefined,
    );
  }
  const crossFace = uploads.some((upload) => upload && upload.face !== exchange.face);
  if (crossFace && !wrong) yield passed("EQUIV-08", exchange);
}

/**
 * The name of an entry that holds another requested file. Entry names are the target's to choose, so only where all files
 * have names of their own and the entries have exactly those.
 */
function swappedEntry(files: readonly SentFile[], entries: readonly ZipEntry[]): string | undefined {
  const named = new Map(files.map(({ fileName, sha256 }) => [fileName ?? "", sha256]));
  if (named.size < files.length || entries.length !== files.length) return undefined;
  if (!entries.every(({ name }) => named.has(name))) return undefined;
  return entries.find(({ name, sha256 }) => named.get(name) !== sha256)?.name;
}

/** How many files of the trace have one of these contents. */
function attachmentsOf(trace: TraceRecord, contents: ReadonlySet<string>): number {
  const attached = [...trace.actions, ...trace.doubtful].flatMap(({ files }) => files);
  return attached.filter(({ sha256 }) => contents.has(sha256)).length;
}

function firstBytes(exchange: Exchange): unknown {
  const { response } = exchange;
  if (response?.json) return response.json.value;
  return response?.body
    ? Buffer.from(response.body.subarray(0, 64)).toString("latin1")
    : `${response?.bytes ?? 0} bytes`;
}
