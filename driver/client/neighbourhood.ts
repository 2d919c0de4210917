/**
 * Where a target stands, by the addresses that connections to it were given, and so where its redirects may lead: into
 * the network of this machine only where the target stands there itself. Names are judged at the moment of connecting,
 * by all of their addresses, so that an answer of DNS that changes gains nothing.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { kindOf, literalAddress, type AddressKind } from "./addresses.ts";

type SystemLookup = (
  hostname: string,
  options: { readonly all: true; readonly family?: number; readonly hints?: number },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const lookupAll: SystemLookup = (hostname, { family = 0, hints = 0 }, done) => {
  systemLookup(hostname, { all: true, family, hints }, done);
};

export class Neighbourhood {
  readonly #host: string;
  readonly #lookup: SystemLookup;
  readonly #kinds = new Set<AddressKind>();

  /** @param host of the target, as a URL has it */
  constructor(host: string, lookup: SystemLookup = lookupAll) {
    this.#host = host;
    this.#lookup = lookup;
    const literal = literalAddress(host);
    if (literal !== undefined) this.#kinds.add(kindOf(literal));
  }

  /** True where every address that the target was ever found at is one of this machine or its network. */
  get isLocal(): boolean {
    return this.#kinds.size > 0 && [...this.#kinds].every((kind) => kind === "local");
  }

  /** True for the target's own host, wherever that stands. */
  isTarget(hostname: string): boolean {
    return hostname === this.#host;
  }

  /** True where a redirect may lead to this address. */
  allows(address: string): boolean {
    const kind = kindOf(address);
    return kind === "public" || (kind === "local" && this.isLocal);
  }

  /** For connections to the target: remembers where it stands. */
  readonly ofTarget: LookupFunction = (hostname, options, done) => {
    this.#resolve(hostname, options, done, (addresses) => {
      if (this.isTarget(hostname)) for (const { address } of addresses) this.#kinds.add(kindOf(address));
      return undefined;
    });
  };

  /** For connections elsewhere: fails for a name with any address that a redirect may not lead to. */
  readonly elsewhere: LookupFunction = (hostname, options, done) => {
    this.#resolve(hostname, options, done, (addresses) =>
      this.isTarget(hostname) || addresses.every(({ address }) => this.allows(address)) ? undefined : new NotAllowed(),
    );
  };

  /** Looks the name up, where it can be; false where it has an address that a redirect may not lead to. */
  async allowsName(hostname: string): Promise<boolean> {
    const addressesOf = (name: string): Promise<readonly LookupAddress[]> =>
      new Promise((resolve) => {
        this.#lookup(name, { all: true }, (error, addresses) => {
          resolve(error ? [] : addresses);
        });
      });
    if (this.#kinds.size === 0)
      for (const { address } of await addressesOf(this.#host)) this.#kinds.add(kindOf(address));
    return (await addressesOf(hostname)).every(({ address }) => this.allows(address));
  }

  #resolve(
    hostname: string,
    { family, hints, all }: Parameters<LookupFunction>[1],
    done: Parameters<LookupFunction>[2],
    look: (addresses: readonly LookupAddress[]) => Error | undefined,
  ): void {
    const wanted = { ...(typeof family === "number" ? { family } : {}), ...(hints === undefined ? {} : { hints }) };
    this.#lookup(hostname, { all: true, ...wanted }, (error, addresses) => {
      const [first] = addresses ?? [];
      const fault = error ?? (first ? look(addresses) : Object.assign(new Error("no address"), { code: "ENOTFOUND" }));
      if (fault || !first) done(fault ?? null, "", 0);
      else if (all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  }
}

class NotAllowed extends Error {
  readonly code = "ERR_ADDRESS_NOT_ALLOWED";

  constructor() {
    super("its address is one of this machine or its network, or of no host, and the target's is not");
  }
}
