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

/** 429, with `Retry-After: 1` or without, for what is more than so many requests in any second. */
export function slowGateway(
  baseUrl: string,
  perSecond: number,
  headers: Headers = { "retry-after": "1" },
): Promise<string> {
  let recent: readonly number[] = [];
  return proxied(baseUrl, () => {
    const now = performance.now();
    recent = recent.filter((at) => at > now - 1_000);
    if (recent.length >= perSecond) return { status: 429, headers };
    recent = [...recent, now];
    return undefined;
  });
}

/** 403 to everybody for `shutMs` after more than so many client errors within five seconds. */
export function shuttingOut(baseUrl: string, refusals: number, shutMs: number): Promise<string> {
  let recent: readonly number[] = [];
  let shutUntilMs = 0;
  const refusal = () => (performance.now() < shutUntilMs ? { status: 403, headers: {} } : undefined);
  return proxied(baseUrl, refusal, (status) => {
    const now = performance.now();
    if (status < 400 || status >= 500) return;
    recent = [...recent.filter((at) => at > now - 5_000), now];
    if (recent.length <= refusals) return;
    shutUntilMs = now + shutMs;
    recent = [];
  });
}

/** @param refusal what is answered in place of the service, if anything */
function proxied(
  baseUrl: string,
  refusal: () => { readonly status: number; readonly headers: Headers } | undefined,
  answered: (status: number) => void = () => undefined,
): Promise<string> {
  return proxyBefore(baseUrl, {
    answered,
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
