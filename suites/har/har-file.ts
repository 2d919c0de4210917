/** All exchanges of a run as one HAR, written while it goes on: a file that is whole after every script. */
import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { recordsOf, type Environment } from "../../driver/index.ts";
import { harEntry, harHead } from "../../reports/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { RunObserver } from "../telemetry/run-observer.ts";
import { suiteVersion } from "../engine/record/suite-identity.ts";

/** What `recheck` reads of one HAR, and a little less. */
const maxBytes = 120 * 1024 * 1024;
const maxEntries = 20_000;

interface HarOptions {
  /** Asked for at the first traffic: the file is there before the target is. */
  readonly environment: () => Environment;
  /** Absolute path. */
  readonly path: string;
  /** Told once what is not in the file. */
  readonly warn: (text: string) => void;
  readonly limits?: { readonly maxBytes: number; readonly maxEntries: number };
}

export class HarFile implements RunObserver {
  readonly #options: HarOptions;
  readonly #limits: NonNullable<HarOptions["limits"]>;
  readonly #startedAt = new Date().toISOString();
  /** Where the end stands, which the next entry takes the place of. */
  #bytes: number;
  #entries = 0;
  #leftOut = 0;
  #problem: string | undefined;

  /** @throws what keeps the file from being written */
  constructor(options: HarOptions) {
    this.#options = options;
    this.#limits = options.limits ?? { maxBytes, maxEntries };
    const head = `{"log":${JSON.stringify(harHead(suiteVersion)).slice(0, -1)},"entries":[`;
    this.#bytes = Buffer.byteLength(head);
    writeFileSync(options.path, head + this.#end());
  }

  request(): void {
    // A login outside of scripts is nothing but secrets.
  }

  script(): void {
    // Its traffic was told before.
  }

  traffic(history: History): void {
    if (this.#problem !== undefined) return;
    const environment = this.#options.environment();
    let added = "";
    for (const record of recordsOf(history, environment.secrets)) {
      if (record.type !== "exchange") continue;
      const { request, response, failure, sentAtMs, receivedAtMs, index } = record.exchange;
      // What stands there is the answer to an earlier request, which was not sent again.
      const isKept = response?.notModified !== undefined;
      const entry = harEntry(
        {
          startedAt: new Date(performance.timeOrigin + sentAtMs).toISOString(),
          durationMs: Math.round((receivedAtMs - sentAtMs) * 10) / 10,
          method: request.method,
          path: request.path,
          requestHeaders: request.headers,
          ...(request.body === undefined ? {} : { requestBody: request.body }),
          ...(response ? { status: isKept ? 304 : response.status, responseHeaders: response.headers } : {}),
          ...(response ? { responseBytes: isKept ? 0 : response.bytes } : {}),
          ...(response?.text === undefined || isKept ? {} : { responseBody: response.text }),
          ...(response?.base64 === undefined ? {} : { responseBase64: response.base64 }),
          ...(failure ? { failure: `${failure.kind}: ${failure.message}` } : {}),
        },
        { baseUrl: environment.secrets.redact(environment.baseUrl), startedAt: this.#startedAt },
        `${history.script.id} exchange ${index}`,
      );
      const text = `${this.#entries === 0 ? "" : ","}\n${JSON.stringify(entry)}`;
      const bytes = Buffer.byteLength(text);
      if (this.#entries >= this.#limits.maxEntries || this.#bytes + bytes > this.#limits.maxBytes) this.#leftOut += 1;
      else {
        added += text;
        this.#entries += 1;
        this.#bytes += bytes;
      }
    }
    this.#write(added);
  }

  ended(): Promise<void> {
    this.#write("");
    const { path, warn } = this.#options;
    if (this.#problem !== undefined) warn(`--har ${path} ends early: ${this.#problem}`);
    else if (this.#leftOut > 0) warn(`--har ${path}: ${this.#said()}`);
    return Promise.resolve();
  }

  #write(added: string): void {
    const { path } = this.#options;
    try {
      truncateSync(path, this.#bytes - Buffer.byteLength(added));
      appendFileSync(path, added + this.#end());
    } catch (error) {
      // The run is worth more than its HAR.
      this.#problem = error instanceof Error ? error.message : String(error);
    }
  }

  #end(): string {
    return this.#leftOut === 0 ? "\n]}}\n" : `\n],"comment":${JSON.stringify(this.#said())}}}\n`;
  }

  #said(): string {
    const { maxEntries: entries, maxBytes: bytes } = this.#limits;
    const bound = `a HAR holds ${entries.toLocaleString("en")} of them and ${String(Math.floor(bytes / 1_048_576))} MiB at most`;
    return `${this.#leftOut.toLocaleString("en")} more exchanges are left out: ${bound}`;
  }
}
