import type { Witnesses } from "../tools.ts";
import { details } from "./details.ts";
import { values } from "./values.ts";

export const second: Witnesses = { ...values, ...details };
