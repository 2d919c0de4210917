/** What a stranger who reads the sources may try, and the words by which it must be told. */
import type { Forgery } from "./forgery.ts";
import { histories } from "./histories.ts";
import { results } from "./results.ts";
import { challenges, runs, signatures, times } from "./runs.ts";

export const forgeries: readonly Forgery[] = [
  ...results,
  ...runs,
  ...histories,
  ...times,
  ...challenges,
  ...signatures,
];
