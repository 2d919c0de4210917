/** Files that are not those that were attached. */
import type { Exchange, ZipEntry } from "../../../spec/vocabulary/history.ts";
import { strangeDigest, withContent, withEntries } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import type { Recorded } from "../recorded.ts";
import { pick, some } from "./pick.ts";

const operator = operatorOf("files");

function archives(
  id: string,
  title: string,
  what: string,
  change: (
    entries: readonly ZipEntry[],
    place: number,
    exchange: Exchange,
    recorded: Recorded,
  ) => readonly ZipEntry[] | undefined,
): Operator {
  return operator(id, title, what, function* (recorded) {
    for (const exchange of ownArchives(recorded)) {
      yield () => {
        const entries = exchange.response?.zip?.entries ?? [];
        const places = entries.flatMap(({ directory, size }, place) => (directory || size === 0 ? [] : [place]));
        const place = pick(places, `${id} ${String(exchange.index)}`);
        const changed = place === undefined ? undefined : change(entries, place, exchange, recorded);
        return changed && [withEntries(exchange, changed)];
      };
    }
  });
}

/** Archives of files that a script attached, by the user who did. */
function ownArchives(recorded: Recorded): readonly Exchange[] {
  return recorded.successes("files").filter((exchange) => isOwn(exchange, recorded) && exchange.response?.zip);
}

function isOwn(exchange: Exchange, { subject }: Recorded): boolean {
  const { intent } = exchange;
  const requested = intent.kind === "files" ? intent.requested : intent.kind === "file" ? [intent.requested] : [];
  const trace = subject.traceOf(exchange);
  if (trace?.created.exchange.actor !== exchange.actor) return false;
  return (
    requested.length > 0 &&
    requested.every(({ file }) => trace.actions.some((one) => one.exchange.index === file?.exchange))
  );
}

/** The content of each requested file, by the name under which it was sent. */
function sentNames({ intent }: Exchange, { history }: Recorded): ReadonlyMap<string, string> {
  const requested = intent.kind === "files" ? intent.requested : [];
  return new Map(
    requested.flatMap(({ file }): readonly [string, string][] => {
      const sent = file && history.exchanges[file.exchange]?.intent;
      const one = file && sent && "files" in sent ? sent.files[file.position] : undefined;
      return one?.fileName ? [[one.fileName, one.sha256]] : [];
    }),
  );
}

function downloads(
  id: string,
  title: string,
  what: string,
  change: (exchange: Exchange, recorded: Recorded) => Exchange | undefined,
): Operator {
  return operator(id, title, what, function* (recorded) {
    for (const exchange of recorded.successes("file")) {
      if (isOwn(exchange, recorded)) yield () => some(change(exchange, recorded));
    }
  });
}

const other = (entry: ZipEntry): ZipEntry => ({ ...entry, sha256: strangeDigest(entry.sha256) });

export const files: readonly Operator[] = [
  archives("entry-missing", "Leaves a file out of an archive.", "an entry is missing", (entries, place) =>
    entries.toSpliced(place, 1),
  ),
  archives(
    "entry-changed",
    "Changes the bytes of a file in an archive.",
    "an entry has other bytes",
    (entries, place) => entries.with(place, other(entries[place] as ZipEntry)),
  ),
  archives("entry-cut", "Cuts a file in an archive.", "an entry lacks its last byte", (entries, place) => {
    const entry = entries[place] as ZipEntry;
    return entries.with(place, { ...other(entry), size: entry.size - 1 });
  }),
  archives(
    "entry-extra",
    "Adds a file that nobody asked for to an archive.",
    "an entry is there that nobody asked for",
    (entries, place) => [...entries, { ...other(entries[place] as ZipEntry), name: "other.bin" }],
  ),
  archives(
    "entry-twice",
    "Puts one file twice into an archive, in place of another.",
    "an entry stands in place of another",
    (entries, place) => {
      const second = entries.findIndex(
        (entry, at) => at !== place && !entry.directory && entry.sha256 !== entries[place]?.sha256,
      );
      const { sha256 = "", size = 0 } = entries[place] ?? {};
      return second < 0 ? undefined : entries.with(second, { ...(entries[second] as ZipEntry), sha256, size });
    },
  ),
  archives(
    "entry-outside",
    "Gives an entry a name that leads out of the folder it is unpacked to.",
    "the name of an entry begins with `../`",
    (entries, place) =>
      entries.with(place, { ...(entries[place] as ZipEntry), name: `../${entries[place]?.name ?? ""}` }),
  ),
  archives(
    "entry-misnamed",
    "Gives a file in an archive the name of another.",
    "two entries have each other's name",
    (entries, place, exchange, recorded) => {
      // Names are the target's to choose: only where they are those of the files is one of them wrong.
      const named = sentNames(exchange, recorded);
      const isNamed = entries.length === named.size && entries.every(({ name, sha256 }) => named.get(name) === sha256);
      const second = entries.findIndex(({ sha256 }) => sha256 !== entries[place]?.sha256);
      if (!isNamed || second < 0) return undefined;
      const [one, other] = [entries[place] as ZipEntry, entries[second] as ZipEntry];
      return entries.with(place, { ...one, name: other.name }).with(second, { ...other, name: one.name });
    },
  ),
  downloads("file-changed", "Changes the bytes of a file.", "the file has other bytes", (exchange) =>
    exchange.response && exchange.response.bytes > 0
      ? withContent(exchange, { bytes: exchange.response.bytes, sha256: strangeDigest(exchange.response.sha256) })
      : undefined,
  ),
  downloads("file-cut", "Cuts a file.", "the file lacks its last byte", (exchange) =>
    exchange.response && exchange.response.bytes > 0
      ? withContent(exchange, { bytes: exchange.response.bytes - 1, sha256: strangeDigest(exchange.response.sha256) })
      : undefined,
  ),
  downloads("file-swapped", "Answers the bytes of another file.", "the file is another one", (exchange, recorded) => {
    const { response } =
      recorded.successes("file").find((one) => one.response?.sha256 !== exchange.response?.sha256) ?? {};
    return response && withContent(exchange, { bytes: response.bytes, sha256: response.sha256 });
  }),
];
