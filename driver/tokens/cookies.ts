/** The cookies that logins set: with one of them a service may take a request for that of a user who is logged in. */
import type { Account } from "../../spec/vocabulary/script.ts";

/** More would make a header that servers refuse for its size. */
const most = { cookies: 20, characters: 4_096 };
/** A shorter value, such as the name of a server, opens nothing, and its text may stand anywhere. */
const minimumSecretLength = 16;

export class Cookies {
  readonly #byAccount = new Map<Account, Map<string, string>>();
  readonly #keepSecret: (value: string) => void;

  /** @param keepSecret keeps a value out of everything that is written. */
  constructor(keepSecret: (value: string) => void) {
    this.#keepSecret = keepSecret;
  }

  /** Takes in the headers of an answer to a login; lower-case names, repeated ones joined by a comma. */
  hear(account: Account, headers: Readonly<Record<string, string>>): void {
    const known = this.#byAccount.get(account) ?? new Map<string, string>();
    for (const [name, value] of cookiesIn(headers["set-cookie"] ?? "")) {
      if (name.length + value.length > most.characters || known.size >= most.cookies) continue;
      if (value.length >= minimumSecretLength) this.#keepSecret(value);
      known.set(name, value);
    }
    this.#byAccount.set(account, known);
  }

  of(account: Account): readonly (readonly [name: string, value: string])[] {
    return [...(this.#byAccount.get(account) ?? [])];
  }
}

/** Names and values of RFC 6265, section 4.1.1; the date of `Expires` holds a comma too, but no name behind it. */
function cookiesIn(header: string): readonly (readonly [string, string])[] {
  return header.split(/,(?=\s*[^\s;,=]+=)/).flatMap((one) => {
    const [, name, value] =
      /^\s*([!#$%&'*+.^`|~\w-]+)=([!#-+\--:<-[\]-~]+|"[!#-+\--:<-[\]-~]+")\s*(?:;|$)/.exec(one) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}
