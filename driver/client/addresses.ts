/** Which addresses of a network are whose: a target's answers must not lead into the network of whoever tests it. */
import { BlockList, isIP, isIPv4 } from "node:net";

/** Addresses that lead to this machine or into a network of its own. */
const local = listOf([
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["::1", 128],
  ["fc00::", 7],
  ["fec0::", 10],
]);

/** Addresses of no host that anybody may be sent to; services of clouds that hand out keys are among them. */
const special = listOf([
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["::", 128],
  ["fe80::", 10],
  ["ff00::", 8],
  ["2001:db8::", 32],
  // What is behind these is an IPv4 address that this machine does not see.
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["2001::", 32],
]);

export type AddressKind = "public" | "local" | "special";

/** The kind of an IP address, without brackets; what is none is special. An IPv4 address in IPv6 counts as itself. */
export function kindOf(address: string): AddressKind {
  if (isIP(address) === 0) return "special";
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  if (special.check(address, family)) return "special";
  return local.check(address, family) ? "local" : "public";
}

/** The address that a host of a URL is, without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? undefined : bare;
}

function listOf(ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, isIPv4(network) ? "ipv4" : "ipv6");
  return list;
}
