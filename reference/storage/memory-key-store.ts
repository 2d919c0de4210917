import type { KeptKey, KeyAges, KeyStore } from "./key-store.ts";

/** Keys in the memory of this process. */
export class MemoryKeyStore implements KeyStore {
  #keys: (KeptKey & { readonly madeAtMs: number })[] = [];

  renew({ replacedAfterS, droppedAfterS }: KeyAges, make: () => KeptKey): Promise<void> {
    const nowMs = Date.now();
    const newest = this.#keys.at(-1);
    if (newest && newest.madeAtMs > nowMs - replacedAfterS * 1_000) return Promise.resolve();
    const keys = [...this.#keys, { ...make(), madeAtMs: nowMs }];
    const isNeeded = (next: { readonly madeAtMs: number } | undefined): boolean =>
      next === undefined || next.madeAtMs >= nowMs - droppedAfterS * 1_000;
    this.#keys = keys.filter((_, at) => isNeeded(keys[at + 1]));
    return Promise.resolve();
  }

  keys(): Promise<readonly KeptKey[]> {
    return Promise.resolve(this.#keys);
  }
}
