import type { Invention } from "../../tools.ts";
import { details } from "./details.ts";
import { values } from "./values.ts";

/** Faults of other classes than the first: layers in between, rare triggers, and two things that meet. */
export const second: Invention[] = [...values, ...details];
