/** Every check, each once. A new check is one file and one line here. */
import type { Check } from "../spec/vocabulary/judgement.ts";
import { acceptance } from "./acceptance.ts";
import { acrossFaces } from "./across-faces.ts";
import { actionUuid } from "./action-uuid.ts";
import { archive } from "./archive.ts";
import { authentication } from "./authentication.ts";
import { creation } from "./creation.ts";
import { foreignData } from "./foreign-data.ts";
import { isolation } from "./isolation.ts";
import { linkData } from "./link-data.ts";
import { links } from "./links.ts";
import { login } from "./login.ts";
import { pages } from "./pages.ts";
import { repeatedReads } from "./repeated-reads.ts";
import { responseShape } from "./response-shape.ts";
import { robustness } from "./robustness.ts";
import { search } from "./search.ts";
import { singleFile } from "./single-file.ts";
import { state } from "./state.ts";
import { unknownThings } from "./unknown-things.ts";
import { walks } from "./walks.ts";
import { workflows } from "./workflows.ts";

export const checks: readonly Check[] = [
  responseShape,
  acceptance,
  authentication,
  login,
  creation,
  actionUuid,
  links,
  linkData,
  pages,
  walks,
  state,
  repeatedReads,
  foreignData,
  archive,
  singleFile,
  search,
  workflows,
  acrossFaces,
  isolation,
  unknownThings,
  robustness,
];
