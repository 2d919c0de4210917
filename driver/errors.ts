/** What can keep a driver from working at all. What happens to one request is a `TransportFailure` in the history. */

/** No HTTP response could be had from the target. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  readonly url: string;

  constructor(url: string, cause: string) {
    super(`${url} cannot be reached: ${cause}. ${remedyFor(cause)}`);
    this.url = url;
  }
}

/** The target answered, but the configured credentials brought no token. */
export class LoginError extends Error {
  override readonly name = "LoginError";
  /** HTTP status of the login response; undefined when the credentials are missing altogether. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

function remedyFor(cause: string): string {
  if (/ENOTFOUND|EAI_AGAIN/.test(cause)) return "Check the host name in baseUrl, and the proxy if one is needed.";
  if (/ECONNREFUSED/.test(cause)) return "Check that the service runs and that the port in baseUrl is right.";
  if (/cert|TLS|SSL|self.signed/i.test(cause))
    return "Check tls.caFile, and that baseUrl names the certificate's host.";
  return "Check baseUrl, the network, tls and proxy; `limits.timeoutMs` says how long an answer is waited for.";
}
