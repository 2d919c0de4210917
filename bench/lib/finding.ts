import type { Table } from "../measurement.ts";

/** One number that was measured, and what was hoped for. */
export interface Finding {
  readonly what: string;
  readonly value: number | string;
  readonly unit?: string;
  /** Absent: nothing is demanded of it. */
  readonly goal?: { readonly text: string; readonly met: boolean };
}

/** A goal that a number must not exceed. */
export function atMost(value: number, bound: number, unit = ""): Finding["goal"] {
  return { text: `≤ ${bound.toLocaleString("en")}${unit && ` ${unit}`}`, met: value <= bound };
}

/** A goal that a number must reach. */
export function atLeast(value: number, bound: number): Finding["goal"] {
  return { text: `≥ ${bound.toLocaleString("en")}`, met: value >= bound };
}

export function tableOf(title: string, findings: readonly Finding[]): Table {
  return {
    title,
    columns: ["measured", "value", "goal", "met"],
    rows: findings.map(({ what, value, unit, goal }) => [
      what,
      (typeof value === "number" ? rounded(value) : value) + (unit === undefined ? "" : ` ${unit}`),
      goal?.text ?? "",
      goal === undefined ? "" : goal.met ? "yes" : "NO",
    ]),
  };
}

/** Three digits that count, more only where the number is larger. */
function rounded(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the given part of the values lies; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}
