/** Frameworks that check data, and how each words what it refuses. */
import { byHand } from "./by-hand.ts";
import type { Framework } from "./form.ts";
import { javaAndDotnet } from "./java-and-dotnet.ts";
import { javascript } from "./javascript.ts";
import { others } from "./others.ts";
import { python } from "./python.ts";

export { membersOf, violationsOf, type Framework, type Violations } from "./form.ts";

export const frameworks: readonly Framework[] = [...javaAndDotnet, ...python, ...javascript, ...others, ...byHand];
