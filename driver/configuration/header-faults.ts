/** Headers of an environment that cannot be sent, or that are not its business. */
import type { Fault } from "./source.ts";

/** What a suite or its client decides by itself; a different value would test something else, or break the connection. */
const own = new Set(
  (
    "authorization host connection keep-alive te trailer transfer-encoding upgrade expect proxy-authorization " +
    "proxy-connection accept accept-encoding user-agent traceparent tracestate"
  ).split(" "),
);

/** All faults. The values are never shown. */
export function headerFaults(headers: Readonly<Record<string, string>> = {}): readonly Fault[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const [path, lower] = [["headers", name], name.toLowerCase()];
    const twice = seen.has(lower);
    seen.add(lower);
    if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name))
      return [
        { path, wanted: "the name of a header", got: "a text that is none", remedy: "For example X-Gateway-Key." },
      ];
    if (own.has(lower) || lower.startsWith("content-")) {
      const remedy =
        lower === "authorization"
          ? "Tokens belong below credentials; a gateway of your own needs a header of its own."
          : "Leave it out: the suite sends what is tested there.";
      return [{ path, wanted: "a header that the interface and HTTP leave alone", got: `"${name}"`, remedy }];
    }
    if (twice) return [{ path, wanted: "each header once", got: `"${name}" again`, remedy: "Keep one of them." }];
    if (!/^[\t\x20-\x7e]*$/.test(value)) {
      const remedy = "Encode it as the gateway wants it.";
      return [{ path, wanted: "a value of printable ASCII", got: "one with other characters", remedy }];
    }
    return [];
  });
}
