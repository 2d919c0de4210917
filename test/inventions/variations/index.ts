import type { Variation } from "../tools.ts";
import { archives } from "./archives.ts";
import { combined } from "./combined.ts";
import { content } from "./content.ts";
import { digests } from "./digests.ts";
import { inputs } from "./inputs.ts";
import { limits } from "./limits.ts";
import { links } from "./links.ts";
import { manners } from "./manners.ts";
import { pages } from "./pages.ts";
import { refusals } from "./refusals.ts";
import { searches } from "./searches.ts";
import { states } from "./states.ts";
import { tokens } from "./tokens.ts";
import { transport } from "./transport.ts";

/** Conformant services that a careless suite would call wrong. */
export const variations: Variation[] = [
  ...content,
  ...manners,
  ...digests,
  ...states,
  ...links,
  ...pages,
  ...archives,
  ...searches,
  ...transport,
  ...limits,
  ...tokens,
  ...refusals,
  ...inputs,
  ...combined,
];
