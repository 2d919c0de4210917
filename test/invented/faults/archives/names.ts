/** Archives whose entries have wrong names, or the names of others. */
import { zip, type ZipEntry } from "../../../lib/service/zip.ts";
import { aroundStep, changeResult, type Faults } from "../../tools.ts";

/** A name of eight characters, and its extension. */
const short = (name: string): string => {
  const [, stem = "", extension = ""] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  return stem.slice(0, 8) + extension;
};

export const names: Faults = {
  "zip-names-collide": {
    title: "Of the requested files that have the same name, only the last is in the zip.",
    apply(s) {
      const { pack } = s;
      s.pack = (entries) => pack([...new Map(entries.map((entry) => [entry.name, entry])).values()]);
    },
  },
  "zip-names-shifted": {
    title: "In a zip of three files or more, each of the last two has the name of the other.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) => {
        const [before, last] = entries.slice(-2);
        if (entries.length < 3 || !before || !last) return entries;
        return [
          ...entries.slice(0, -2),
          { name: before.name, data: last.data },
          { name: last.name, data: before.data },
        ];
      });
    },
  },
  // "Response 200: a zip archive with the requested files."
  "names-of-eight-and-three": {
    title: "Archives name their entries with eight letters and three; of those that then are the same, the last stays.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const shelf = new Map<string, ZipEntry>();
        for (const { name, data } of zipEntries(trace, digests, call)) {
          const [, stem = name, extension = ""] = /^(.+)\.([^.]*)$/s.exec(name) ?? [];
          const short = `${stem.slice(0, 8)}${extension ? "." : ""}${extension.slice(0, 3)}`.toUpperCase();
          shelf.set(short, { name: short, data });
        }
        return [...shelf.values()];
      });
    },
  },
  "numbered-name-taken": {
    title:
      "The second a.txt of an archive is called a (2).txt, though a file of that name may follow and overwrite it.",
    apply(s) {
      s.pack = (entries) => {
        const counts = new Map<string, number>();
        const packed = new Map<string, Buffer>();
        for (const { name, data } of entries) {
          const count = (counts.get(name) ?? 0) + 1;
          counts.set(name, count);
          const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
          packed.set(count === 1 ? name : `${name.slice(0, dot)} (${String(count)})${name.slice(dot)}`, data);
        }
        return zip(Array.from(packed, ([name, data]) => ({ name, data })));
      };
    },
  },
  "names-on-other-contents": {
    title:
      "An archive has the names in the order of the request and the contents in the order of upload: they get mixed up.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const uploaded = [...trace.files.values()].filter(({ digest }) => digests.includes(digest));
        return zipEntries(trace, digests, call).map(({ name, data }, at) => ({
          name,
          data: uploaded[at]?.data ?? data,
        }));
      });
    },
  },
  "archive-folds-case": {
    title: "Of two files whose names differ in case alone, an archive has the later one only.",
    apply(s) {
      const { pack } = s;
      const clash = (a: string, b: string) => a !== b && a.toLowerCase() === b.toLowerCase();
      s.pack = (entries) =>
        pack(entries.filter(({ name }, at) => !entries.slice(at + 1).some((later) => clash(later.name, name))));
    },
  },
  "short-names": {
    title: "Archives cut file names to eight characters, and of files that then have one name hold the last alone.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (...args) => {
        const entries = zipEntries(...args).map(({ name, data }): [string, ZipEntry] => [
          short(name),
          { name: short(name), data },
        ]);
        return [...new Map(entries).values()];
      });
    },
  },
  "archive-names-composed": {
    title: "In an archive two files whose names differ in the Unicode form alone are one, the later.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) => [
        ...new Map(entries.map((entry) => [entry.name.normalize("NFC"), entry])).values(),
      ]);
    },
  },
  "order-of-storage": {
    title: "An archive takes names as they were asked for and bytes as they are stored: in another order they differ.",
    apply(s) {
      changeResult(s, "zipEntries", (asked, trace, digests) => {
        const wanted = new Set(digests);
        const stored = [...trace.files.values()].filter(({ digest }) => wanted.has(digest));
        return asked.map(({ name, data }, at) => ({ name, data: stored[at]?.data ?? data }));
      });
    },
  },
};
