/** Names of members that belong to one run: of maps whose names are digests, ids, or names of what a script wrote. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { History } from "../../spec/vocabulary/history.ts";

/** More names than this are not kept: those beyond count as names of documents. */
const mostNames = 100_000;

/**
 * The names of members in the answers of an archive. A name that answers to several scripts hold is one of the documents
 * of the target; one that only a single script met, or none, is taken for a name of the data of a run.
 */
export class OwnNames {
  /** By name, the one script that met it; undefined where several did. */
  readonly #met = new Map<string, string | undefined>();
  #whole = true;

  add({ script, exchanges }: History): void {
    for (const { response } of exchanges) if (response?.json) this.#addOf(response.json.value, script.id);
  }

  has(name: string): boolean {
    return this.#met.has(name) ? this.#met.get(name) !== undefined : this.#whole;
  }

  #addOf(value: Json, script: string): void {
    if (Array.isArray(value)) for (const element of value) this.#addOf(element, script);
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      this.#addName(name, script);
      this.#addOf(member, script);
    }
  }

  #addName(name: string, script: string): void {
    if (this.#met.has(name)) {
      if (this.#met.get(name) !== script) this.#met.set(name, undefined);
    } else if (this.#met.size < mostNames) this.#met.set(name, script);
    else this.#whole = false;
  }
}
