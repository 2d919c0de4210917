/** FILES: several files as one archive: readable, whole, with the requested files and no others. */
import { refused } from "../spec/readings/outcome.ts";
import type { Face } from "../spec/operations.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange, SentFile, ZipEntry } from "../spec/vocabulary/history.ts";
import { about, archives, deliveries, type Archive } from "./model/files/archives.ts";
import type { Case } from "./model/case.ts";
import { holdsContent, resembledFileOf, sentFileOf, sentInGroup } from "./model/files/files.ts";
import { plainRequests } from "./model/process/plain.ts";
import type { ModelTrace } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { answerOf, isThrottled, nameOf } from "./support/exchanges.ts";

export const filesRules: readonly Rule[] = [
  isAnArchive("FILES-01", "v2"),
  isAnArchive("FILES-02", "legacy"),

  rule("FILES-03", function* (subject) {
    for (const { exchange, succeeded } of subject.view(archives)) {
      if (succeeded || !exchange.response || !subject.view(plainRequests).has(exchange)) continue;
      const message = `${nameOf(exchange)} does not give the requested files: ${answerOf(exchange)}`;
      const actual = exchange.response.json?.value ?? answerOf(exchange);
      yield [exchange, { message, expected: "a zip archive with the requested files", actual }];
    }
    for (const delivery of subject.view(deliveries))
      yield [delivery.exchange, delivery.lost && about(delivery, `leaves out the requested file ${delivery.label}`)];
  }),

  rule("FILES-04", function* (subject) {
    for (const delivery of subject.view(deliveries)) {
      const { exchange, files, entries, trace, strange, changed } = delivery;
      // One digest may stand for every attachment of its content.
      const most = Math.max(files.length, attachmentsOf(trace, files));
      const tooMany = !changed && (strange.length > 0 || entries.length > most);
      const message = `holds ${entries.length} files where ${files.length} were requested`;
      yield [exchange, tooMany && about(delivery, message)];
    }
    yield* resembledDigests(subject);
    yield* unknownDigests(subject);
  }),

  rule("FILES-05", function* (subject) {
    for (const delivery of subject.view(deliveries)) {
      const { exchange, changed, lost, label } = delivery;
      yield [exchange, changed && about(delivery, `gives the file ${label} with other bytes than were attached`)];
      const swapped = changed || lost ? undefined : swappedEntry(delivery.files, delivery.entries);
      if (swapped !== undefined)
        yield [exchange, about(delivery, `gives another file's bytes under the name ${JSON.stringify(swapped)}`)];
    }
  }),

  rule("FILES-12", function* (subject) {
    for (const { exchange, zip } of subject.view(archives)) {
      const type = exchange.response?.headers["content-type"];
      const message = `${nameOf(exchange)} answers an archive that calls itself ${type}`;
      const expected = "application/zip, application/octet-stream, or another type of archives";
      if (zip) yield [exchange, isTypeOfOther(type) && { message, expected, actual: type }];
    }
  }),

  rule("FILES-06", function* (subject) {
    for (const { exchange, zip } of subject.view(archives)) {
      if (!zip) continue;
      // What goes beyond the configured bounds was not read; ROBUST-07 tells of it.
      const broken = zip.error?.kind === "malformed" ? zip.error.message : undefined;
      const message = `${nameOf(exchange)} answers a broken archive: ${broken}`;
      yield [exchange, broken !== undefined && { message, expected: "a whole archive", actual: broken }];
    }
  }),

  rule("FILES-07", function* (subject) {
    for (const delivery of subject.view(deliveries)) {
      const { exchange, uploads, missing } = delivery;
      if (uploads.length > 1)
        yield [exchange, missing.length > 0 && about(delivery, "does not give the files of several actions together")];
    }
  }),

  rule("FILES-08", function* (subject) {
    for (const archive of subject.view(archives)) {
      const { exchange, asksForForeign, zip } = archive;
      const foreign = foreignEntry(archive, subject);
      if (!foreign && !(asksForForeign && (zip || refused(exchange) || isRefusedByFailing(archive, subject)))) continue;
      yield [
        exchange,
        foreign && {
          message: `${nameOf(exchange)} gives out a file of another trace (entry ${JSON.stringify(foreign.entry.name)})`,
          expected: "files of this trace alone",
          actual: foreign.entry,
          with: foreign.owner.actions.map((action) => action.exchange),
        },
      ];
    }
  }),

  rule("FILES-09", function* (subject) {
    for (const delivery of subject.view(deliveries)) {
      const { exchange, files, lost, missing } = delivery;
      const names = files.map(({ fileName }) => fileName).filter((name) => name !== null);
      const doubled = names.some((name, index) => names.indexOf(name) !== index);
      if (!doubled || new Set(files.map(({ sha256 }) => sha256)).size < 2) continue;
      const same = names.filter((name) => name === missing[0]?.fileName).length > 1;
      yield [exchange, lost && same && about(delivery, "leaves out one of two files of the same name")];
    }
  }),

  rule("FILES-10", function* (subject) {
    for (const { exchange, zip } of subject.view(archives)) {
      if (!zip) continue;
      const unsafe = zip.entries.find(({ name }) => /^([/\\]|[A-Za-z]:[/\\])|(^|[/\\])\.\.([/\\]|$)|\0/.test(name));
      const message = `${nameOf(exchange)} has an entry whose name leads outside the folder it is unpacked to`;
      yield [exchange, unsafe && { message, expected: "a relative name without ..", actual: unsafe.name }];
    }
  }),

  rule("FILES-11", function* (subject) {
    for (const archive of subject.view(archives)) {
      const { exchange, zip } = archive;
      if (!exchange.response || !namesStranger(archive)) continue;
      yield [
        exchange,
        zip && {
          message: `${nameOf(exchange)} answers a list with a digest that names no file of the trace as if it did`,
          expected: "a refusal",
          actual: zip.entries.map(({ name, size }) => `${name}: ${size} bytes`),
        },
      ];
    }
  }),

  rule("FILE-05", function* (subject) {
    for (const delivery of subject.view(deliveries)) {
      const empty = ({ size }: SentFile) => size === 0;
      if (!delivery.files.some(empty)) continue;
      const finding = about(delivery, "does not hold the empty file as an empty file");
      yield [delivery.exchange, delivery.missing.some(empty) && finding];
    }
  }),

  rule("CONC-03", function* (subject) {
    for (const delivery of subject.view(deliveries)) {
      const { exchange, uploads, missing } = delivery;
      if (uploads.some((upload) => upload?.parallel))
        yield [exchange, missing.length > 0 && about(delivery, "does not give what was uploaded at the same time")];
    }
    for (const archive of subject.view(archives)) {
      const foreign = foreignEntry(archive, subject);
      const inGroup = archive.requested.some((digest) => sentInGroup(subject.history, digest));
      const message = "Files uploaded at the same time are mixed up between traces";
      if (foreign && inGroup) yield [archive.exchange, { message, actual: foreign.entry }];
    }
  }),

  rule("EQUIV-08", function* (subject) {
    for (const { exchange, uploads, missing } of subject.view(deliveries))
      if (missing.length === 0 && uploads.some((upload) => upload && upload.face !== exchange.face)) yield [exchange];
  }),
];

function isAnArchive(requirement: RequirementId, face: Face): Rule {
  return rule(requirement, function* (subject) {
    for (const { exchange, succeeded, zip } of subject.view(archives)) {
      // The interface does not say what a refusal looks like; a text page or no content will do.
      if (!succeeded || exchange.face !== face || (!zip && exchange.defects.length > 0)) continue;
      const message = `${nameOf(exchange)} answers something that is no zip archive`;
      yield [exchange, !zip && { message, expected: "a zip archive", actual: firstBytes(exchange) }];
    }
  });
}

/** A digest that only resembles that of a file does not bring the file. */
function* resembledDigests(subject: Case): Iterable<Observed> {
  const { history } = subject;
  for (const { exchange, requested, succeeded, zip } of subject.view(archives)) {
    if (!succeeded) continue;
    const asked = new Set(requested.map((digest) => sentFileOf(history, digest)?.sha256));
    for (const digest of requested) {
      const resembled = resembledFileOf(history, digest);
      if (!resembled || resembled.size === 0 || asked.has(resembled.sha256)) continue;
      const given = zip?.entries.find(({ sha256 }) => sha256 === resembled.sha256);
      yield [
        exchange,
        given && {
          message: `${nameOf(exchange)} takes a digest for another one that it resembles`,
          expected: `no file for ${digest.digest}`,
          actual: given,
          with: [digest.resembles && history.exchanges[digest.resembles.exchange]],
        },
      ];
    }
  }
}

/** A list that names no file of any trace does not bring a file of the trace. */
function* unknownDigests(subject: Case): Iterable<Observed> {
  for (const { exchange, requested, trace, zip, entries } of subject.view(archives)) {
    const isUnknown = requested.every((one) => !one.file && !one.resembles && !one.shown && namesNothing(one.digest));
    if (!zip || !trace || requested.length === 0 || !isUnknown) continue;
    const given = entries.find(({ size, sha256 }) => size > 0 && holdsContent(trace, sha256));
    yield [
      exchange,
      given && {
        message: `${nameOf(exchange)} gives a file for digests that name none`,
        expected: "no file that was not requested",
        actual: given,
      },
    ];
  }
}

/** Short digests, such as numbers, may name a file in every trace; a list of nothing may stand for all files. */
const namesNothing = (digest: string): boolean => !/^[\w.-]{0,7}$/.test(digest.trim());

/** An entry with the content of a file that belongs to other traces alone. */
function foreignEntry({ trace, entries }: Archive, { world }: Case) {
  if (!trace) return undefined;
  const others = [...world.traces.values()].filter((other) => other !== trace);
  for (const entry of entries) {
    if (entry.size === 0 || holdsContent(trace, entry.sha256)) continue;
    const owner = others.find((other) => holdsContent(other, entry.sha256));
    if (owner) return { entry, owner };
  }
  return undefined;
}

/**
 * True where the answer is a 500 as every such answer of the operation is here, and it gives files of the trace itself: so some
 * services refuse what they have no status for. Alone, a 500 may be anything.
 */
function isRefusedByFailing({ exchange }: Archive, subject: Case): boolean {
  const alike = subject.view(archives).filter((one) => one.exchange.operationId === exchange.operationId);
  const foreign = alike.filter((one) => one.asksForForeign);
  return (
    foreign.every((one) => one.exchange.response?.status === 500) &&
    alike.some((one) => !one.asksForForeign && one.zip !== undefined)
  );
}

/** True when the list names files of the trace and, for certain, something that is none of them. */
function namesStranger({ exchange, requested, trace }: Archive): boolean {
  if (!trace || isThrottled(exchange)) return false;
  const own = new Set([...trace.actions, ...trace.indeterminate].map((action) => action.exchange.index));
  const known = new Set(requested.flatMap(({ digest, file }) => (file && own.has(file.exchange) ? [digest] : [])));
  // Equal contents may share a digest, and short ones, such as numbers, may name a file in every trace.
  const strange = requested.filter(
    ({ digest, file }) => !known.has(digest) && /^[\w:+/=.-]+$/.test(digest) && digest.length >= (file ? 16 : 8),
  );
  return known.size > 0 && strange.some(({ file }) => !file || !own.has(file.exchange));
}

/**
 * The name of an entry that holds another requested file. Entry names are the target's to choose, so only where all
 * files have names of their own and the entries have exactly those.
 */
function swappedEntry(files: readonly SentFile[], entries: readonly ZipEntry[]): string | undefined {
  const named = new Map(files.map(({ fileName, sha256 }) => [fileName ?? "", sha256]));
  if (named.size < files.length || entries.length !== files.length) return undefined;
  if (!entries.every(({ name }) => named.has(name))) return undefined;
  return entries.find(({ name, sha256 }) => named.get(name) !== sha256)?.name;
}

/** How many files of the trace have the content of one of these. */
function attachmentsOf(trace: ModelTrace, files: readonly SentFile[]): number {
  const contents = new Set(files.map(({ sha256 }) => sha256));
  const attached = [...trace.actions, ...trace.indeterminate].flatMap((action) => action.files);
  return attached.filter(({ sha256 }) => contents.has(sha256)).length;
}

function firstBytes({ response }: Exchange): unknown {
  if (response?.json) return response.json.value;
  const body = response?.body;
  return body ? Buffer.from(body.subarray(0, 64)).toString("latin1") : `${response?.bytes ?? 0} bytes`;
}

/** Which type an archive has is not shown; these are types of what is none. */
function isTypeOfOther(type = ""): boolean {
  return /^(text|image|audio|video|font)\/|^application\/([\w.-]+\+)?(json|xml|pdf|javascript)\b/i.test(type.trim());
}
