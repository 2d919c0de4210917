export type RefusalKind =
  | "invalid" // the request cannot be understood or breaks a rule
  | "missing" // no such trace, file, workflow, organization or address
  | "token" // no token, or one that is not good
  | "login" // wrong email, password or key
  | "foreign" // belongs to somebody else
  | "large" // more than is taken
  | "media" // wrong content type
  | "busy"; // too many requests

/** A request that is turned down. Every service words it in its own way. */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What most services answer; a service that differs says where. */
export const usualStatuses: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  missing: 404,
  token: 401,
  login: 401,
  foreign: 403,
  large: 413,
  media: 415,
  busy: 429,
};

/** What was looked for. @throws Refusal, with this message, where there is none */
export function orMissing<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new Refusal("missing", message);
  return value;
}
