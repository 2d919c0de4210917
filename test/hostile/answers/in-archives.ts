/** Answers that are hostile in archives and files. */
import AdmZip from "adm-zip";
import { zip, type ZipEntry, type ZipOptions } from "../../lib/service/zip.ts";
import type { Reply } from "../lib/proxy.ts";
import { changing, type AnswerGroup } from "./answer.ts";

const entriesOf = ({ body }: Reply): ZipEntry[] =>
  new AdmZip(body).getEntries().map((entry) => ({ name: entry.entryName, data: entry.getData() }));

/** The honest archive packed anew, and its bytes changed. */
function packed(
  entries: (honest: ZipEntry[]) => ZipEntry[],
  options: ZipOptions = {},
  spoil: (archive: Buffer) => Buffer = (archive) => archive,
): ReturnType<typeof changing> {
  return changing((reply) => ({
    ...reply,
    body: spoil(zip(entries(entriesOf(reply)), { deflate: true, ...options })),
  }));
}

const asTheyAre = (entries: ZipEntry[]): ZipEntry[] => entries;

/** Every header of the directory, changed in place. */
function inDirectory(change: (archive: Buffer, at: number) => void): (archive: Buffer) => Buffer {
  return (archive) => {
    for (let at = 0; (at = archive.indexOf("PK\u0001\u0002", at, "latin1")) >= 0; at += 46) change(archive, at);
    return archive;
  };
}

/** The archive with its directory written so many times. */
function listed(archive: Buffer, times: number): Buffer {
  const end = archive.subarray(archive.length - 22);
  const [count, size, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  const many = Buffer.from(end);
  many.writeUInt16LE((count * times) % 65_536, 8);
  many.writeUInt16LE((count * times) % 65_536, 10);
  many.writeUInt32LE(size * times, 12);
  const directory = Array.from({ length: times }, () => archive.subarray(start, start + size));
  return Buffer.concat([archive.subarray(0, start), ...directory, many]);
}

/** An end of a directory that says there is nothing, as it may stand in a comment. */
const falseEnd = `PK\u0005\u0006${"\u0000".repeat(18)}`;

export const answersInArchives: readonly AnswerGroup[] = [
  {
    id: "archives-of-odd-entries",
    answers: [
      {
        behaviour: "Every entry of the legacy archive says that it is encrypted, by a method that nobody knows.",
        on: ["legacyDownloadFiles"],
        hook: packed(
          asTheyAre,
          {},
          inDirectory((archive, at) => archive.writeUInt32LE(0x0063_0801, at + 8)),
        ),
        breaks: ["FILES-06"],
      },
      {
        behaviour:
          "Entries of the other archive have names of 20 kB with orders to terminals, and are links to elsewhere.",
        on: ["v2DownloadFiles"],
        hook: packed(
          (entries) =>
            entries.map((entry, at) => ({ ...entry, name: `${"\u001b[2J::error::CON".repeat(1_000)}${String(at)}` })),
          {},
          inDirectory((archive, at) => archive.writeUInt32LE(0xa1ff_0000, at + 38)),
        ),
      },
      {
        behaviour: "The single file comes under a length that is written twice, and the name of a device.",
        on: ["v2DownloadFile"],
        hook: changing((reply) => ({
          ...reply,
          headers: {
            ...reply.headers,
            "content-disposition": 'attachment; filename="CON"; filename="/dev/stdin"',
            "content-range": "bytes */0",
            "accept-ranges": "none, bytes, \u00ff",
          },
        })),
      },
    ],
  },
  {
    id: "archives-with-two-ends",
    answers: [
      {
        behaviour: "The legacy archive says that it has 65,535 entries, and more further on.",
        on: ["legacyDownloadFiles"],
        hook: packed(asTheyAre, {}, (archive) => {
          archive.fill(0xff, archive.length - 14, archive.length - 2);
          return archive;
        }),
        breaks: ["FILES-06"],
      },
      {
        behaviour: "The comment of the other archive holds 2,500 ends of archives without entries.",
        on: ["v2DownloadFiles"],
        hook: packed(asTheyAre, { comment: `${falseEnd.repeat(2_500)} the end` }),
      },
      {
        behaviour: "A file has another last byte each time.",
        on: ["v2DownloadFile"],
        hook: changing((reply, number) => ({
          ...reply,
          body: Buffer.concat([reply.body.subarray(0, -1), Buffer.from([number % 256])]),
        })),
        breaks: ["FILE-01"],
        follows: ["FILE-05", "FILE-06", "FILES-05", "EQUIV-03"],
      },
    ],
  },
  {
    id: "archives-that-contradict-themselves",
    answers: [
      {
        behaviour: "Each file stands in the legacy archive 3,000 times.",
        on: ["legacyDownloadFiles"],
        hook: packed(asTheyAre, {}, (archive) => listed(archive, 3_000)),
        breaks: ["FILES-04"],
        // Of larger files that is more than a run takes.
        follows: ["ROBUST-07"],
      },
      {
        behaviour: "Entries of the other archive have other checksums in their own headers.",
        on: ["v2DownloadFiles"],
        hook: packed(asTheyAre, {}, (archive) => {
          for (let at = 0; (at = archive.indexOf("PK\u0003\u0004", at, "latin1")) >= 0; at += 30)
            archive.writeUInt32LE(7, at + 14);
          return archive;
        }),
        breaks: ["FILES-06"],
      },
    ],
  },
];
