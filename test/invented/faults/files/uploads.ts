/** Files that are dropped while an action is taken in. */
import type { JsonObject } from "../../../lib/service/json.ts";
import type { FilePart } from "../../../lib/service/multipart.ts";
import { onFilesOf, onParts } from "../../changes/files.ts";
import { follow } from "../../process.ts";
import { papers, printed } from "../../processes/papers.ts";
import type { StoredFile } from "../../service.ts";
import { aroundStep, changeResult, type Faults, onRecord } from "../../tools.ts";
import { listOnce } from "../../processes/rentals.ts";
import { repairs } from "../../processes/repairs.ts";
import { begun } from "../../counts.ts";
import { checks, deny } from "../../rules.ts";

/** Of the files that agree in something, the last. */
const lastBy = (files: FilePart[], keyOf: (file: FilePart) => string): Map<string, FilePart> =>
  new Map(files.map((file) => [keyOf(file), file]));

/** The names of the parts that say their type before anything else. */
function typeFirst(body: string): Set<string> {
  const pattern = /\r\nContent-Type:[^\r\n]*\r\n(?:[^\r\n]+\r\n)*?Content-Disposition:[^\r\n]*?[ ;]name="([^"]*)"/gi;
  return new Set(Array.from(body.matchAll(pattern), ([, name = ""]) => name));
}

export const uploads: Faults = {
  // "Zero or more files"
  "ninth-file-lost": {
    title: "An action keeps its first eight files.",
    apply(s) {
      aroundStep(s, "keepFiles", (keepFiles) => (trace, files, call) => keepFiles(trace, files.slice(0, 8), call));
    },
  },
  "part-names-with-brackets": {
    title: "A file whose part name holds a bracket is taken for a nested field, and dropped.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(
          trace,
          files.filter(({ part }) => !/[[\]]/.test(part)),
          call,
        );
    },
  },
  // "Zero or more files; each is a separate multipart part with its own part name and file name."
  "fourth-file-forgotten": {
    title: "Of the files of one action the first three are kept; the others are dropped without a word.",
    apply(s) {
      changeResult(s, "readInput", (input) => ({ ...input, files: input.files.slice(0, 3) }));
    },
  },
  "nothing-to-do": {
    title: "An action whose data is empty counts as one with nothing to keep: its files are dropped.",
    apply(s) {
      changeResult(s, "readInput", (input) =>
        Object.keys(input.data ?? {}).length === 0 ? { ...input, files: [] } : input,
      );
    },
  },
  "brackets-in-part-names": {
    title: "File parts called scan[0] and scan[1] are read as one field scan, of which the last value stays.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        const fields = new Map<string, FilePart>();
        for (const [at, file] of input.files.entries()) {
          const list = /^(.+)\[\d*\]$/.exec(file.part)?.[1];
          fields.set(list ?? `${file.part} ${String(at)}`, file);
        }
        return { ...input, files: [...fields.values()] };
      });
    },
  },
  "heads-of-parts": {
    title: "Part names are read as paths (file[0], file.1): of the files under one head the last is kept.",
    apply(s) {
      onParts(s, (files) => [...lastBy(files, ({ part }) => part.replace(/[[.].*$/s, "")).values()]);
    },
  },
  "names-cut-in-passing": {
    title: "Uploads lie under the first 16 characters of their names; those of one request that agree in them are one.",
    apply(s) {
      onParts(s, (files) => {
        const laid = lastBy(files, ({ name }) => name.slice(0, 16));
        return files.map((file) => ({ ...file, data: laid.get(file.name.slice(0, 16))?.data ?? file.data }));
      });
    },
  },
  "files-before-fields-lost": {
    title: "File parts that come before the text part with the data are dropped.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        const raw = call.body().toString("utf8");
        const field = raw.indexOf(call.face === "v2" ? 'name="traceInput"' : 'name="body"');
        const late = input.files.filter((file) => raw.lastIndexOf(`name="${file.part}"`) > field);
        return { ...input, files: late };
      });
    },
  },
  "ninth-file-dropped": {
    title: "Of the files of one action, those after the eighth are dropped without a word.",
    apply(s) {
      onFilesOf(s, "both", (parts) => parts.slice(0, 8));
    },
  },
  "upload-budget-shared": {
    title: "The files of one action share 131072 bytes: what is over that is cut off, beginning with the last file.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        let left = 131072;
        const cut = input.files.map((file) => {
          const data = input.files.length > 1 ? file.data.subarray(0, left) : file.data;
          left -= data.length;
          return { ...file, data };
        });
        return { ...input, files: cut };
      });
    },
  },
  // "each is a separate multipart part with its own part name and file name"; "Files can be attached to an action."
  "unicode-file-name-dropped": {
    title: "The form parser leaves out file parts whose file name has other characters than ASCII.",
    apply(s) {
      changeResult(s, "readInput", (input) => ({
        ...input,
        files: input.files.filter(({ name }) => /^[ -~]*$/.test(name)),
      }));
    },
  },
  // "file parts: zero or more files; each is a separate multipart part with its own part name and file name"
  "one-upload-folder": {
    title: "The files of an action are put into a folder by their names: of two with one name, the last is kept.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(trace, [...new Map(files.map((file) => [file.name, file])).values()], call);
    },
  },
  // "each is a separate multipart part with its own part name"
  "bracketed-parts": {
    title: 'File parts whose names end in brackets, such as "files[0]", are taken for arrays of fields and dropped.',
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(
          trace,
          files.filter(({ part }) => !/\[\w*\]$/.test(part)),
          call,
        );
    },
  },
  // "text fields …; plus file parts": "zero or more files", wherever they stand in the form
  "files-before-fields": {
    title: "Files that come before the field actionKey or body are read before it is known what they belong to: lost.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        const text = call.body().toString("latin1");
        const field = text.indexOf(call.face === "v2" ? 'name="actionKey"' : 'name="body"');
        const place = (part: string) => text.indexOf(`name="${Buffer.from(part).toString("latin1")}"`);
        return { ...input, files: input.files.filter(({ part }) => place(part) === -1 || place(part) > field) };
      });
    },
  },
  // "text fields …; plus file parts": in no order
  "files-before-the-fields-lost": {
    title: "A form is read as it comes: files that stand before the text that says what they belong to are dropped.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        const bytes = call.body();
        const field = bytes.indexOf(call.face === "v2" ? 'name="actionKey"' : 'name="body"');
        const file = bytes.indexOf("filename");
        return file !== -1 && file < field ? { ...input, files: [] } : input;
      });
    },
  },
  "only-the-first-file-of-a-step": {
    // "Zero or more files; each is a separate multipart part with its own part name and file name."
    title: "After the creation only the first file of each action is kept; the others are not stored anywhere.",
    apply(s) {
      follow(s, { actions: papers, next: printed });
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(trace, trace.links.length === 0 ? files : files.slice(0, 1), call);
    },
  },
  "no-extension-no-file": {
    title: "A file whose name has no extension is dropped without a word.",
    apply(s) {
      changeResult(s, "readInput", (input) => ({
        ...input,
        files: input.files.filter(({ name }) => /.\.\w+$/.test(name)),
      }));
    },
  },
  "one-file-an-action": {
    title: "The legacy endpoints keep the first file of an action alone.",
    apply(s) {
      changeResult(s, "readInput", (input, call) =>
        call.face === "v2" ? input : { ...input, files: input.files.slice(0, 1) },
      );
    },
  },
  "files-before-body": {
    title: "In the legacy set, file parts that stand before the part `body` are dropped without a word.",
    apply(s) {
      onParts(s, (files, call) => {
        if (call.face === "v2") return files;
        const bytes = call.body();
        const body = bytes.indexOf(' name="body"');
        return files.filter(({ part }) => {
          const at = bytes.indexOf(` name="${part}"`);
          return at === -1 || at > body;
        });
      });
    },
  },
  "parts-by-stem": {
    title: "File parts are told apart without the number at the end of their names: of file1 and file2 the last stays.",
    apply(s) {
      onParts(s, (files) => [...new Map(files.map((file) => [file.part.replace(/\W*\d+$/, ""), file])).values()]);
    },
  },
  "last-of-the-name": {
    title: "Of two files of one name in one request the last alone is kept, where a trace takes one action alone.",
    apply(s) {
      listOnce(s);
      aroundStep(s, "keepFiles", (keepFiles) => (trace, files, call) => {
        const last = files.filter(({ name }, at) => !files.slice(at + 1).some((other) => other.name === name));
        return keepFiles(trace, last, call);
      });
    },
  },
  "one-repair-and-the-next-is-lost": {
    title: "A device is in one repair at a time; the files of the second action of a repair are not kept.",
    apply(s) {
      const running = repairs(s);
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "take in") return;
        deny(
          [...s.traces.values()].some((one) => begun(one, "serial") === data["serial"]),
          "006 this device is in repair already",
        );
      });
      onRecord(s, (link, trace) => {
        if (trace.links.length === 2) for (const { digest = "" } of link.files) trace.files.delete(String(digest));
      });
    },
  },
  "type-before-disposition": {
    title: "A file whose part has its Content-Type line before its Content-Disposition line is dropped.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        const dropped = typeFirst(call.body().toString("latin1"));
        return { ...input, files: input.files.filter(({ part }) => !dropped.has(part)) };
      });
    },
  },
  // "They are identified inside a trace by a digest": two contents are two files
  "known-by-name-and-size": {
    title: "A file with the name and the size of one that the trace has is taken for the same, and not kept.",
    apply(s) {
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        const listed: JsonObject[] = [];
        for (const file of files) {
          const known: StoredFile | undefined = [...trace.files.values()].find(
            ({ name, data }) => name === file.name && data.length === file.data.length,
          );
          if (known) listed.push({ digest: known.digest, name: file.name, part: file.part, size: file.data.length });
          else listed.push(...(await keepFiles(trace, [file], call)));
        }
        return listed;
      });
    },
  },
  "files-before-the-key": {
    title: "The parts of an action are read as they come: files that stand before the action key are dropped.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        const body = call.body().toString("latin1");
        const fields = body.search(call.face === "v2" ? /name="?actionKey"?/ : /name="?body"?/);
        const early = (body.slice(0, Math.max(fields, 0)).match(/\r\nContent-Disposition:[^\r\n]*filename/gi) ?? [])
          .length;
        return { ...input, files: input.files.slice(early) };
      });
    },
  },
  "files-in-pairs": {
    title: "Where an action brings several files they are stored two by two: of three or five the last is not kept.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        const { length } = input.files;
        return length > 1 ? { ...input, files: input.files.slice(0, length - (length % 2)) } : input;
      });
    },
  },
  "short-part-names": {
    title: "The names of file parts are cut to eight characters: of those that begin alike the last file is kept.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        const byName = new Map(input.files.map((file) => [file.part.slice(0, 8), file] as const));
        return { ...input, files: [...byName.values()] };
      });
    },
  },
  // "Files can be attached to an action. They are identified inside a trace by a digest and can be downloaded"
  "long-file-names": {
    title: "A file whose name has more than a hundred characters is taken, and not kept.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(
          trace,
          files.filter(({ name }) => name.length <= 100),
          call,
        );
    },
  },
};
