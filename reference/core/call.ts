import type { IncomingHttpHeaders } from "node:http";
import type { Face, Operation, OperationKind } from "../../spec/operations.ts";

export type { Face, OperationKind } from "../../spec/operations.ts";

/** The user behind a valid token. */
export interface Principal {
  readonly userId: string;
  readonly email: string;
  readonly organization: string;
  readonly groups: readonly string[];
}

/** One request on its way through the service. */
export interface Call {
  readonly operation: Operation;
  /** The endpoint set through which the request came. */
  readonly face: Face;
  /** What it asks for, whichever face it came through. */
  readonly kind: OperationKind;
  readonly headers: IncomingHttpHeaders;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** The query as it stands after `?`, undecoded. */
  readonly queryString: string;
  /** IP address of the client, or of the proxy before it. */
  readonly address: string;
  /** Aborted when the connection ends before the answer was sent whole. */
  readonly gone: AbortSignal;
  /** The decoded JSON body; undefined for multipart requests and requests without a body. */
  body: unknown;
  /** Set once the token is checked; login has none. */
  principal: Principal | undefined;
}

/** The authenticated user. Throws for a mistake in the wiring of a route, which is not the caller's. */
export function principalOf(call: Call): Principal {
  if (call.principal === undefined) throw new Error(`operation ${call.operation.id} reached its work without a user`);
  return call.principal;
}
