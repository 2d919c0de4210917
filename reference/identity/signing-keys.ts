import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { KeyStore } from "../storage/key-store.ts";

/** The key with which new tokens are signed. */
interface SigningKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

/** When keys change. */
interface KeyPolicy {
  /** How long a key signs before the next one takes its place, in seconds. */
  readonly rotationS: number;
  /** How long a replaced key still verifies, in seconds: as long as the longest token that it may have signed. */
  verifiesS(): number;
}

// Another process may go on signing with a replaced key for this long, and clocks differ a little.
const FRESH_MS = 10_000;
const SLACK_S = 60;

/**
 * The keys of bearer tokens, in a store, so that processes which share it accept each other's tokens. The newest
 * signs; a replaced one verifies until the last token that it signed has expired, and is then deleted.
 */
export class SigningKeys {
  readonly #keys = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>();
  readonly #store: KeyStore;
  readonly #policy: KeyPolicy;
  #newest: SigningKey | undefined;
  #loadedAtMs = 0;

  constructor(store: KeyStore, policy: KeyPolicy) {
    this.#store = store;
    this.#policy = policy;
  }

  /** The key that signs now; makes a new one when the last is due. Of several processes, one makes it. */
  async signing(): Promise<SigningKey> {
    if (
      this.#newest === undefined ||
      Date.now() - this.#loadedAtMs > Math.min(FRESH_MS, this.#policy.rotationS * 100)
    ) {
      await this.#rotateWhenDue();
      await this.#load();
    }
    if (this.#newest === undefined) throw new Error("the store holds no signing key");
    return this.#newest;
  }

  /** The public half of a key, or undefined for one that never was, or verifies no longer. */
  async verifying(keyId: string): Promise<KeyObject | undefined> {
    // Perhaps one that another process made a moment ago.
    if (!this.#keys.has(keyId)) await this.#load();
    return this.#keys.get(keyId)?.publicKey;
  }

  async #rotateWhenDue(): Promise<void> {
    const ages = { replacedAfterS: this.#policy.rotationS, droppedAfterS: this.#policy.verifiesS() + SLACK_S };
    await this.#store.renew(ages, () => {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      return { keyId: randomUUID(), privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
    });
  }

  async #load(): Promise<void> {
    const kept = await this.#store.keys();
    const known = new Set(kept.map(({ keyId }) => keyId));
    for (const keyId of this.#keys.keys()) if (!known.has(keyId)) this.#keys.delete(keyId);
    for (const { keyId, privateKey: pem } of kept) {
      const privateKey = this.#keys.get(keyId)?.privateKey ?? createPrivateKey(pem);
      if (!this.#keys.has(keyId)) this.#keys.set(keyId, { privateKey, publicKey: createPublicKey(privateKey) });
      this.#newest = { keyId, privateKey };
    }
    this.#loadedAtMs = Date.now();
  }
}
