/** What is a production: by the words of its name and of its address. Where in doubt it is one. */

const words = new Set(["production", "productive", "prod", "prd", "prods", "live", "produktion", "produktiv"]);
/** Before one of those words: what only resembles a production. */
const negations = new Set(["pre", "non", "not", "no"]);
/** Regions are often written without a separator, as in `usprod`. */
const regions = "us|eu|uk|gb|de|fr|ch|nl|ca|au|jp|in|sg|br|na|sa|ap|apac|emea|latam|east|west|north|south";
const joined = new RegExp(`^(?:(?:${regions})?(?:production|prod|prd|live)(?:${regions})?)$`);

/** True for names such as `production`, `usProd`, `PROD_EU`, `live-2`; not for `preprod`, `non-production`, `products`. */
export function isProductionName(name: string): boolean {
  const parts = wordsOf(name);
  return parts.some((word, at) => {
    if (!words.has(word) && !joined.test(word)) return false;
    return !negations.has(parts[at - 1] ?? "");
  });
}

/** The words of a name: at separators, at changes from lower to upper case, and between letters and digits. */
function wordsOf(name: string): string[] {
  return name
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

/** True where the host or the path of an address is named like a production, and nothing in it says that it is none. */
export function isProductionAddress(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { hostname, pathname } = new URL(baseUrl);
  // The last label is a domain such as `.live`, which says nothing.
  const labels = hostname.split(".");
  const parts = [...(labels.length > 1 ? labels.slice(0, -1) : labels), ...pathname.split("/")];
  const isNone = parts.some((part) => /^(pre|non)-?(production|prod|live)/.test(part.toLowerCase().replace(/_/g, "-")));
  return !isNone && parts.some((part) => isProductionName(part));
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True where two addresses lead to the same service, or one to a part of the other. */
export function isSameService(a: string, b: string): boolean {
  if (!URL.canParse(a) || !URL.canParse(b)) return false;
  const [one, other] = [new URL(a), new URL(b)];
  const hostOf = ({ hostname }: URL): string =>
    loopback.has(hostname) ? "localhost" : hostname.toLowerCase().replace(/\.$/, "");
  // A service answers at the usual ports of http and https alike.
  const portOf = ({ port }: URL): string => (port === "80" || port === "443" ? "" : port);
  if (hostOf(one) !== hostOf(other) || portOf(one) !== portOf(other)) return false;
  const [first, second] = [one, other].map(({ pathname }) => `${pathname.replace(/(?<!\/)\/+$/, "")}/`.toLowerCase());
  return (first ?? "").startsWith(second ?? "") || (second ?? "").startsWith(first ?? "");
}
