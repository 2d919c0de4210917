import type { ActStep, FileSpec, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { atMost, tableOf, type Finding } from "../lib/finding.ts";
import { judgedScript, type JudgedScript } from "../lib/large-script.ts";
import type { Measurement } from "../measurement.ts";

const MIB = 1024 * 1024;
/** What a file may add to the memory of the suite and still be called flat. */
const MOST_GROWTH_MIB = 100;
const LINKS = 10_000;
const PAGE = 100;
const FILES = 1_000;
/** The reference takes no more in one action. */
const FILES_OF_AN_ACTION = 500;

export const largeThings: Measurement = {
  id: "large-things",
  title: "A large file there and back, a long trace walked both ways, an archive of many files; all judged.",
  async run({ progress, long = false }) {
    const sizeMiB = long ? 1024 : 64;
    const file = await judgedScript({ script: largeFile(sizeMiB), maxResponseBytes: 2 * sizeMiB * MIB });
    progress(`file: ${(file.ms / 1000).toFixed(1)} s`);
    const archive = await judgedScript({ script: manyFiles() });
    progress(`archive: ${(archive.ms / 1000).toFixed(1)} s`);
    const trace = await judgedScript({ script: longTrace(LINKS) });
    progress(`trace: ${(trace.ms / 1000).toFixed(1)} s`);
    const growth = file.peakMiB - file.beforeMiB;
    return [
      tableOf("Large things", [
        ...findings(`a file of ${String(sizeMiB)} MiB`, file),
        {
          what: `a file of ${String(sizeMiB)} MiB: memory added`,
          value: growth,
          unit: "MiB",
          goal: atMost(growth, MOST_GROWTH_MIB, "MiB"),
        },
        ...findings(`an archive of ${String(FILES)} files`, archive),
        ...findings(`a trace of ${String(LINKS)} links`, trace),
      ]),
    ];
  },
};

function findings(name: string, { ms, judgingMs, exchanges, passed, peakMiB }: JudgedScript): readonly Finding[] {
  return [
    { what: `${name}: exchanges`, value: exchanges },
    { what: `${name}: judgements passed`, value: passed },
    { what: `${name}: traffic`, value: ms / 1000, unit: "s" },
    { what: `${name}: judging ÷ traffic`, value: judgingMs / ms },
    { what: `${name}: peak of the suite`, value: peakMiB, unit: "MiB" },
  ];
}

const both = ["v2", "legacy"] as const;

/** A file of so many MiB, there and back. */
export function largeFile(sizeMiB: number): Script {
  const file: FileSpec = {
    partName: "large",
    fileName: "large.bin",
    content: { bytes: sizeMiB * MIB, seed: 1 },
  };
  return {
    id: "bench/large-file",
    title: "A large file there and back",
    steps: [
      { op: "create", face: "v2", as: "t", data: { a: 1 }, files: [file], traits: ["file.large"] },
      { op: "file", face: "v2", trace: "$t", digest: "$t.0", traits: ["file.large"] },
    ],
  };
}

function manyFiles(): Script {
  const files = (from: number): FileSpec[] =>
    Array.from({ length: FILES_OF_AN_ACTION }, (_, index) => ({
      partName: `f${String(from + index)}`,
      fileName: `f${String(from + index)}.txt`,
      content: { text: `content of file ${String(from + index)}` },
    }));
  return {
    id: "bench/many-files",
    title: "An archive of many files",
    steps: [
      { op: "create", face: "v2", as: "t", data: { a: 1 }, files: files(0), traits: ["files.many"] },
      { op: "act", face: "v2", as: "u", trace: "$t", data: { b: 1 }, files: files(500), traits: ["files.many"] },
      ...both.map((face): OperationStep => ({
        op: "files",
        face,
        trace: "$t",
        digests: [{ allOf: "$t" }, { allOf: "$u" }],
      })),
    ],
  };
}

function longTrace(links: number): Script {
  const acts = Array.from({ length: links - 1 }, (_, index): ActStep => ({
    op: "act",
    face: both[index % 2] ?? "v2",
    trace: "$t",
    data: { [`m${String(index % 10)}`]: index },
  }));
  return {
    id: "bench/long-trace",
    title: "A long trace walked both ways",
    steps: [
      { op: "create", face: "v2", as: "t", data: { a: 1 } },
      ...acts,
      ...both.flatMap((face): OperationStep[] => [
        { op: "walk", face, trace: "$t", size: PAGE, direction: "forward" },
        { op: "walk", face, trace: "$t", size: PAGE, direction: "backward" },
      ]),
      { op: "state", face: "v2", trace: "$t" },
    ],
  };
}
