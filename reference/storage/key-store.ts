/** A key as it is kept. */
export interface KeptKey {
  readonly keyId: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** When a key is replaced, and when it is dropped; both in seconds. */
export interface KeyAges {
  /** Older than this, the newest key is replaced. */
  readonly replacedAfterS: number;
  /** A replaced key is dropped so long after the next one was made. */
  readonly droppedAfterS: number;
}

/** Keys that sign tokens, kept where all processes of a service find them. */
export interface KeyStore {
  /** Adds a key where the newest one is too old, and drops those that nothing needs any more. Of several processes, one does. */
  renew(ages: KeyAges, make: () => KeptKey): Promise<void>;
  /** The oldest comes first. */
  keys(): Promise<readonly KeptKey[]>;
}
