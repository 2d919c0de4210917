import { SetupError } from "../core/setup-error.ts";

/** Sizes beyond which a request is refused. Open point `size-limits`. */
export interface LimitPolicy {
  /** Action data, in bytes of its JSON text; refused with 400. */
  dataBytes: number;
  /** A JSON body, in bytes; refused with 413. */
  jsonBodyBytes: number;
  /** One file, in bytes; refused with 413. */
  fileBytes: number;
  /** A multipart request with all its parts, in bytes; refused with 413. */
  uploadBytes: number;
  /** Files in one request; refused with 413. */
  files: number;
  /** Nesting of JSON input; refused with 400. */
  jsonDepth: number;
  /** Conditions in one search; refused with 400. */
  filters: number;
}

/** 5 MB of data, 2 GiB per file, 4 GiB per request. */
export const defaultLimits: LimitPolicy = {
  dataBytes: 5 * 1024 * 1024,
  jsonBodyBytes: 1024 * 1024,
  fileBytes: 2 * 1024 ** 3,
  uploadBytes: 4 * 1024 ** 3,
  files: 500,
  jsonDepth: 500,
  filters: 500,
};

const FACTORS: Readonly<Record<string, number>> = { "": 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/**
 * Limits as they are written on a command line, such as `fileBytes=100MiB`.
 * @throws SetupError naming the text, what was wanted, and the names that there are
 */
export function parseLimits(texts: readonly string[]): Partial<LimitPolicy> {
  const limits: Partial<LimitPolicy> = {};
  for (const text of texts) {
    const [, name = "", number = "", unit = ""] = /^(\w+)=(\d+)([A-Za-z]*)$/.exec(text) ?? [];
    if (!isLimit(name)) {
      const names = Object.keys(defaultLimits).join(", ");
      throw new SetupError(`limit "${text}": wanted <name>=<number>, such as fileBytes=100MiB; names are ${names}`);
    }
    const value = Number(number) * (FACTORS[unit] ?? NaN);
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new SetupError(`limit "${text}": wanted a whole number of at least 1, in bytes, KiB, MiB or GiB`);
    }
    limits[name] = value;
  }
  return limits;
}

function isLimit(name: string): name is keyof LimitPolicy {
  return Object.hasOwn(defaultLimits, name);
}
