/** Every kill, by area. */
import type { Kill } from "../support/kill.ts";
import { acceptanceKills } from "./acceptance.ts";
import { authenticationKills } from "./authentication.ts";
import { concurrencyKills } from "./concurrency.ts";
import { equivalenceKills } from "./equivalence.ts";
import { failingEffectKills } from "./failing-effects.ts";
import { fileKills } from "./files.ts";
import { gatingKills } from "./gating.ts";
import { isolationKills } from "./isolation.ts";
import { linkKills } from "./links.ts";
import { loginKills } from "./login.ts";
import { ownLinkKills } from "./own-links.ts";
import { keptMemberKills } from "./kept-members.ts";
import { withheldLinkKills } from "./withheld-links.ts";
import { pageKills } from "./pages.ts";
import { refusalKills } from "./refusals.ts";
import { robustnessKills } from "./robustness.ts";
import { searchKills } from "./search.ts";
import { shownSearchKills } from "./shown-searches.ts";
import { shapeKills } from "./shapes.ts";
import { stateKills } from "./state.ts";
import { tellingKills } from "./telling.ts";
import { workflowKills } from "./workflows.ts";

export const kills: { readonly [area: string]: readonly Kill[] } = {
  gating: gatingKills,
  shapes: shapeKills,
  acceptance: acceptanceKills,
  authentication: authenticationKills,
  login: loginKills,
  links: linkKills,
  "links of its own": ownLinkKills,
  "links without the data of others": withheldLinkKills,
  "members that are kept from some": keptMemberKills,
  "effects that fail": failingEffectKills,
  pages: pageKills,
  state: stateKills,
  files: fileKills,
  search: searchKills,
  "searches by what states show": shownSearchKills,
  workflows: workflowKills,
  equivalence: equivalenceKills,
  isolation: isolationKills,
  refusals: refusalKills,
  concurrency: concurrencyKills,
  robustness: robustnessKills,
  telling: tellingKills,
};
