import type { Witnesses } from "../tools.ts";
import { access } from "./access.ts";
import { answers } from "./answers.ts";

export const third: Witnesses = { ...access, ...answers };
