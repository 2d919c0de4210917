/** What can keep a driver from working at all. What happens to one request is a `TransportFailure` in the history. */
import { settingName } from "../spec/vocabulary/setting-name.ts";
import type { Environment } from "./environment.ts";

type Reached = Pick<Environment, "name" | "byFlags" | "proxy">;

/** No HTTP response could be had from the target. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  readonly url: string;

  constructor(url: string, cause: string, environment: Reached) {
    super(`${url} cannot be reached: ${plainly(cause)}. ${remedyFor(cause, environment)}`);
    this.url = url;
  }
}

/** Something answers, and it is not a service of the interface. */
export class WrongAddressError extends Error {
  override readonly name = "WrongAddressError";
}

/** The target answered, but the configured credentials brought no token. */
export class LoginError extends Error {
  override readonly name = "LoginError";
  /** HTTP status of the login response; undefined when the credentials are missing altogether. */
  readonly status: number | undefined;
  /** True where the login was refused for its form, which is as documented, and not for the credentials. */
  readonly deniesForm: boolean;

  constructor(message: string, status?: number, deniesForm = false) {
    super(message);
    this.status = status;
    this.deniesForm = deniesForm;
  }
}

/** The words of OpenSSL without its numbers, its source files and its line breaks. */
function plainly(cause: string): string {
  const [, said] = /:error:[\da-f]+:[^:]*:[^:]*:([^:]+):/i.exec(cause) ?? [];
  return said ?? cause.replaceAll("\\n", " ").trim();
}

function remedyFor(cause: string, environment: Reached): string {
  const at = (key: string): string => settingName(environment, key);
  const { HTTPS_PROXY, https_proxy } = process.env;
  const unused =
    environment.proxy === undefined && (HTTPS_PROXY ?? https_proxy)
      ? ` HTTPS_PROXY is set, but only ${at("proxy")} is used.`
      : "";
  if (environment.proxy !== undefined && /ECONNREFUSED|ENOTFOUND/.test(cause))
    return `It is reached by a proxy: check the address in ${at("proxy")}, then that in ${at("baseUrl")}.`;
  if (/proxy|UND_ERR_PRX/i.test(cause)) return `Check the address, user name and password in ${at("proxy")}.`;
  if (/ENOTFOUND|EAI_AGAIN/.test(cause))
    return `Check the host name in ${at("baseUrl")}, and ${at("proxy")} if one is needed.${unused}`;
  if (/ECONNREFUSED/.test(cause)) return `Check that the service runs and that the port in ${at("baseUrl")} is right.`;
  if (/wrong.version|packet length|EPROTO/i.test(cause))
    return `What answers there does not speak TLS: check whether ${at("baseUrl")} should begin with http:.`;
  if (/cert|TLS|SSL|self.signed|issuer/i.test(cause))
    return `Name the PEM file of the authority that signed its certificate in ${at("tls.caFile")}, and check that ${at("baseUrl")} names the certificate's host.`;
  return `Check ${at("baseUrl")}, the network, ${at("tls.caFile")} and ${at("proxy")}; \`limits.timeoutMs\` says how long an answer is waited for.${unused}`;
}
