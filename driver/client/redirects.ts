/** Where the answer to a download leads, and whether it is gone after. Nothing here is sent or looked up. */
import { literalAddress } from "./addresses.ts";
import type { Neighbourhood } from "./neighbourhood.ts";

/** A file may lie at an address of its own, behind a gateway of it; longer chains lead nowhere. */
export const mostHops = 3;

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export type Hop = { readonly to: URL } | { readonly refused: string };

/** Statuses by which an answer says that what was asked for is to be fetched elsewhere. */
export const redirects = (status: number): boolean => redirecting.has(status);

/**
 * Where a Location leads, or why nobody goes there.
 * @param isSecret true for an address that holds what must not leave
 */
export function hopTo(location: string, from: URL, near: Neighbourhood, isSecret: (address: string) => boolean): Hop {
  const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (!to) return { refused: "its Location is no address" };
  if (to.protocol !== "https:" && to.protocol !== "http:") return { refused: `${to.protocol} is not followed` };
  if (from.protocol === "https:" && to.protocol === "http:")
    return { refused: "it leads from https to http, where everybody can read along" };
  if (to.username !== "" || to.password !== "") return { refused: "its Location has a user name or a password" };
  if (isSecret(to.href) || isSecret(location)) return { refused: "its Location holds credentials that it was sent" };
  const literal = literalAddress(to.hostname);
  if (literal !== undefined && !near.isTarget(to.hostname) && !near.allows(literal))
    return {
      refused: "it leads to an address of this machine or its network, or of no host, and the target is on none",
    };
  to.hash = "";
  return { to };
}

/** Such an address as it may be shown: what is behind the host may be a signature by which anybody gets the file. */
export function shownAddress({ origin, pathname, search }: URL): string {
  return pathname === "/" && search === "" ? origin : `${origin}/…`;
}
