/**
 * A forger who has read the sources: takes an archive apart, changes what he likes, and makes everything else fit, digests
 * and reports included.
 */
import { createHash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import {
  envelopeName,
  evidenceNames,
  followingFiles,
  packFiles,
  statementName,
  statementOf,
  unpackFiles,
} from "../../../reports/evidence/index.ts";
import type { Results } from "../../../reports/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { RunRecord } from "../../../suites/engine/record/run-record.ts";

type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;

/** A line of the saved histories, as far as forgers touch it. */
export interface Line {
  type: "run" | "history" | "exchange" | "end" | "chain" | "closed";
  run: Writable<RunRecord>;
  script: Writable<Script>;
  judgedOn?: string[];
  again?: string;
  exchange: Writable<Exchange> & { response?: { text?: string; bytes: number; sha256: string; status: number } };
  unsent: History["unsent"];
  sha256: string;
  histories: number;
  leftOut: number;
}

export class Forger {
  readonly files: Map<string, Uint8Array>;
  results: Writable<Results>;
  profile: Writable<Profile>;
  lines: Line[];

  constructor(archive: Buffer) {
    this.files = new Map(unpackFiles(archive));
    this.results = this.json(evidenceNames.results);
    this.profile = this.json(evidenceNames.profile);
    const text = zstdDecompressSync(this.files.get(evidenceNames.histories) ?? Buffer.of()).toString("utf8");
    this.lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
  }

  json<T>(name: string): T {
    return JSON.parse(Buffer.from(this.files.get(name) ?? []).toString("utf8")) as T;
  }

  text(name: string, change: (text: string) => string): void {
    const before = Buffer.from(this.files.get(name) ?? []).toString("utf8");
    this.files.set(name, Buffer.from(change(before)));
  }

  get run(): Writable<RunRecord> {
    const [first] = this.lines;
    if (first?.type !== "run") throw new Error("the histories begin with what ran");
    return first.run;
  }

  /** All exchanges, with the script of each. */
  exchanges(): { exchange: Line["exchange"]; script: Writable<Script> }[] {
    let script: Writable<Script> | undefined;
    return this.lines.flatMap((line) => {
      if (line.type === "history") script = line.script;
      return line.type === "exchange" && script ? [{ exchange: line.exchange, script }] : [];
    });
  }

  /** The lines of the histories that are wanted, each from its opening to its digest. */
  keep(wanted: (script: Writable<Script>) => boolean): void {
    let keeping = true;
    let count = 0;
    this.lines = this.lines.filter((line) => {
      if (line.type === "history") {
        keeping = wanted(line.script);
        if (keeping) count += 1;
      }
      const own = keeping;
      if (line.type === "chain" || line.type === "run" || line.type === "closed") {
        const was = keeping;
        keeping = true;
        return line.type === "chain" ? was : true;
      }
      return own;
    });
    for (const line of this.lines) if (line.type === "closed") line.histories = count;
  }

  /** Body, size and digest of an answer, fitting each other. */
  answer(exchange: Line["exchange"], text: string): void {
    if (!exchange.response) throw new Error("the exchange has no answer");
    exchange.response.text = text;
    exchange.response.bytes = Buffer.byteLength(text);
    exchange.response.sha256 = createHash("sha256").update(text).digest("hex");
  }

  /** The archive as it is, its statement untouched. */
  asIs(): Buffer {
    return packFiles(this.files);
  }

  /** The archive with a statement that fits its files. */
  restated(): Buffer {
    const others = [...this.files].filter(([name]) => name !== statementName && name !== envelopeName);
    this.files.set(statementName, Buffer.from(statementOf(this.results as Results, new Map(others))));
    return packFiles(this.files);
  }

  /**
   * The archive with every file made anew from results, profile and histories.
   * @param chained false where the chain is left as it was
   */
  sealed(chained = true): Buffer {
    const hash = createHash("sha256");
    const text = this.lines
      .map((line) => {
        const fitting =
          line.type === "chain" && chained ? { type: line.type, sha256: hash.copy().digest("hex") } : line;
        const written = `${JSON.stringify(fitting)}\n`;
        hash.update(written);
        return written;
      })
      .join("");
    const following = followingFiles({ results: this.results as Results, run: this.run, profile: this.profile });
    for (const [name, bytes] of following) this.files.set(name, bytes);
    this.files.set(evidenceNames.histories, zstdCompressSync(text));
    return this.restated();
  }
}
