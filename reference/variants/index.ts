import { answers } from "./answers.ts";
import { errors } from "./errors.ts";
import { files } from "./files.ts";
import { inputs } from "./inputs.ts";
import { limits } from "./limits.ts";
import { links } from "./links.ts";
import { pages } from "./pages.ts";
import { failingEffects, ownLinks, process } from "./process.ts";
import { search } from "./search.ts";
import { states } from "./states.ts";
import { tokens } from "./tokens.ts";
import type { Variant } from "./variant.ts";

/** Every conformant variant, in the order of the ids. */
export const variants: readonly Variant[] = [
  answers,
  errors,
  files,
  inputs,
  limits,
  links,
  ownLinks,
  failingEffects,
  pages,
  process,
  search,
  states,
  tokens,
]
  .flatMap((list) => Object.entries(list))
  .map(([id, entry]): Variant => ({ id, openPoint: id.slice(0, id.indexOf("/")) as Variant["openPoint"], ...entry }))
  .sort((a, b) => (a.id < b.id ? -1 : 1));
