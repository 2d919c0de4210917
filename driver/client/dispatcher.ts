/** The pooled connections of a driver: keep-alive, as many connections as requests in flight, TLS and proxy. */
import { checkServerIdentity, rootCertificates, type PeerCertificate } from "node:tls";
import { Agent, type Dispatcher, Pool, ProxyAgent } from "undici";
import type { Environment, TlsOptions } from "../environment.ts";
import { readPem } from "../pem-file.ts";
import { Connections, idleMs } from "./connections.ts";
import type { Neighbourhood } from "./neighbourhood.ts";

/**
 * @param near told where the target stands
 * @param onPeer told the certificate of the target, where it has one
 * @param onUnasked called at the first answer that nobody asked for; not behind a proxy, whose connections are its own
 * @throws Error when a file named by `tls` cannot be read.
 */
export function openConnections(
  environment: Environment,
  near: Neighbourhood,
  onPeer: (certificate: PeerCertificate) => void,
  onUnasked: () => void,
): Connections {
  const { limits, tls, proxy, baseUrl } = environment;
  const connection = {
    timeout: limits.timeoutMs,
    // Said here, it holds whatever the variables of the process say.
    rejectUnauthorized: true,
    lookup: near.ofTarget,
    ...tlsMaterial(tls),
    checkServerIdentity: (host: string, certificate: PeerCertificate) => {
      onPeer(certificate);
      return checkServerIdentity(host, certificate);
    },
  };
  const options = {
    connections: limits.concurrency,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // The client times each request as a whole; two more clocks would only disagree with it.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return new Connections(({ keepAlive, factory }) => {
    const kept = keepAlive ? options : { ...options, pipelining: 0 };
    if (proxy !== undefined)
      return new ProxyAgent({ uri: proxy, requestTls: connection, proxyTls: { rejectUnauthorized: true }, ...kept });
    return new Pool(new URL(baseUrl).origin, { connect: connection, factory, ...kept });
  }, onUnasked);
}

/**
 * Connections to whatever else a redirect leads to: without the certificate by which the target knows us, and to no
 * address that a redirect may not lead to. A proxy looks names up itself.
 */
export function openElsewhere({ limits, tls, proxy }: Environment, near: Neighbourhood): Dispatcher {
  const own = tls?.caFile === undefined ? {} : { ca: [...rootCertificates, readPem(tls.caFile)] };
  const connect = { timeout: limits.timeoutMs, rejectUnauthorized: true, ...own, lookup: near.elsewhere };
  const kept = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs };
  const options = { connections: limits.concurrency, pipelining: 1, ...kept, headersTimeout: 0 };
  if (proxy !== undefined)
    return new ProxyAgent({ uri: proxy, requestTls: connect, proxyTls: { rejectUnauthorized: true }, ...options });
  return new Agent({ ...options, bodyTimeout: 0, connect });
}

function tlsMaterial(tls: TlsOptions | undefined): { ca?: string; cert?: string; key?: string } {
  return {
    ...(tls?.caFile === undefined ? {} : { ca: readPem(tls.caFile) }),
    ...(tls?.certFile === undefined ? {} : { cert: readPem(tls.certFile) }),
    ...(tls?.keyFile === undefined ? {} : { key: readPem(tls.keyFile) }),
  };
}
