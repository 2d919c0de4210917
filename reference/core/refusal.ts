/**
 * A request that the service declines, in words for the caller: what is wrong, where, and with which status.
 * Anything else that is thrown counts as an error of the service itself.
 */
export class Refusal extends Error {
  readonly status: number;
  /** Stable and machine-readable, such as `unknown-trace`. */
  readonly code: string;
  /** The part of the request concerned, such as `body.data.first`. */
  readonly where: string | undefined;

  constructor(status: number, code: string, message: string, where?: string) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.where = where;
  }
}

/** 400: the request is not one that this service can read. */
export const badRequest = (code: string, message: string, where?: string): Refusal =>
  new Refusal(400, code, message, where);

/** 401: no token, or not a valid one. */
export const unauthorized = (message: string): Refusal => new Refusal(401, "unauthorized", message, "authorization");

/** 403: the user is known and may not do this. */
export const forbidden = (code: string, message: string, where?: string): Refusal =>
  new Refusal(403, code, message, where);

/** 404: nothing of that name is visible to the user. */
export const notFound = (code: string, message: string, where?: string): Refusal =>
  new Refusal(404, code, message, where);

/** 413: over a limit of size. */
export const tooLarge = (code: string, message: string, where?: string): Refusal =>
  new Refusal(413, code, message, where);
