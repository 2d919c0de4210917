import { openPoints } from "../open-points.ts";
import type { OperationId } from "../operations.ts";
import { requirements } from "../requirements/index.ts";
import { notNormative } from "./not-normative.ts";

/** Somebody's claim that certain words of the interface are looked after. */
export interface Claim {
  readonly by: "requirement" | "open-point" | "not-normative";
  /** Id of the requirement or open point; the reason for what is not normative. */
  readonly id: string;
  readonly section: string;
  readonly quote: string;
  /** Under an endpoint's heading the claim holds for these endpoints alone. Absent: for all. */
  readonly operations?: readonly OperationId[];
}

/** Every claim of the register, the open points and the list of what is not normative. */
export const claims: readonly Claim[] = [
  ...requirements.flatMap(({ id, section, quote, furtherQuotes = [], operations }) =>
    [...(quote === undefined ? [] : [{ section, quote }]), ...furtherQuotes].map((place): Claim => ({
      by: "requirement",
      id,
      ...place,
      operations,
    })),
  ),
  ...openPoints.flatMap(({ id, quotes }) => quotes.map((place): Claim => ({ by: "open-point", id, ...place }))),
  ...notNormative.map(({ section, quote, reason }): Claim => ({ by: "not-normative", id: reason, section, quote })),
];
