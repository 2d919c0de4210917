/** Attributes of a request by the semantic conventions for HTTP clients. */
import type { Attributes } from "@opentelemetry/api";
import { withoutSecretMembers, type Environment } from "../../driver/index.ts";
import { operationById, type OperationId } from "../../spec/operations.ts";

/** A longer address is one that a script made long on purpose. */
const maxUrlLength = 2_048;

/** @param outcome the status, or how the request failed */
export function httpAttributes(method: string, outcome: string, template?: string): Attributes {
  const status = /^\d{3}$/.test(outcome) ? Number(outcome) : undefined;
  return {
    "http.request.method": method,
    ...(template === undefined ? {} : { "url.template": template }),
    ...(status === undefined ? {} : { "http.response.status_code": status }),
    ...(status === undefined || status >= 400 ? { "error.type": outcome } : {}),
  };
}

/** Where requests of an environment go, without a secret. */
export class RequestAddresses {
  readonly #environment: Environment;
  readonly #base: string;
  readonly #prefix: string;
  /** `server.address` and `server.port`. */
  readonly server: Attributes;

  constructor(environment: Environment) {
    this.#environment = environment;
    const { hostname, port, protocol, pathname, origin } = new URL(environment.baseUrl);
    this.#prefix = pathname.replace(/(?<!\/)\/+$/, "");
    this.#base = origin + this.#prefix;
    const usual = protocol === "https:" ? 443 : 80;
    this.server = { "server.address": hostname, "server.port": port === "" ? usual : Number(port) };
  }

  templateOf(operationId: OperationId | string): string {
    return this.#prefix + operationById(operationId).path;
  }

  /** @param path below the base URL */
  of(path: string): Attributes {
    const url = this.#environment.secrets.redact(withoutSecretMembers(this.#base + path));
    return { ...this.server, "url.full": url.length > maxUrlLength ? `${url.slice(0, maxUrlLength)}…` : url };
  }
}
