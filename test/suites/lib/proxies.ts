/** Proxies that answer in place of the service now and then, as machines do that fail or let few through. */
import { proxyBefore } from "../../lib/proxy.ts";

type Headers = Readonly<Record<string, string>>;

/** 503 for a share of the requests, from 0 to 1, drawn by `seed`. */
export function unsteady(baseUrl: string, share: number, seed: number): Promise<string> {
  let state = seed;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return proxied(baseUrl, () => (draw() < share ? { status: 503, headers: {} } : undefined));
}

/** 429 with `Retry-After: 1` for what is more than so many requests in any second. */
export function slowGateway(baseUrl: string, perSecond: number): Promise<string> {
  let recent: readonly number[] = [];
  return proxied(baseUrl, () => {
    const now = performance.now();
    recent = recent.filter((at) => at > now - 1_000);
    if (recent.length >= perSecond) return { status: 429, headers: { "retry-after": "1" } };
    recent = [...recent, now];
    return undefined;
  });
}

/** @param refusal what is answered in place of the service, if anything */
function proxied(
  baseUrl: string,
  refusal: () => { readonly status: number; readonly headers: Headers } | undefined,
): Promise<string> {
  return proxyBefore(baseUrl, {
    instead(incoming, outgoing) {
      const refused = refusal();
      if (!refused) return false;
      incoming.resume();
      incoming.on("end", () => {
        outgoing
          .writeHead(refused.status, { "content-type": "text/html", ...refused.headers })
          .end("<html><title>no server is available</title></html>");
      });
      return true;
    },
  });
}
