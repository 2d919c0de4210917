/** Every rule between operations that show or do the same thing. */
import { actionAnswer } from "./action-answer.ts";
import { action } from "./action.ts";
import { creation } from "./creation.ts";
import { credentialLogin } from "./credential-login.ts";
import { crossRead } from "./cross-read.ts";
import type { EquivalenceRule } from "./define.ts";
import { details } from "./details.ts";
import { fileInArchive } from "./file-in-archive.ts";
import { files } from "./files.ts";
import { page } from "./page.ts";
import { search } from "./search.ts";
import { state } from "./state.ts";
import { workflows } from "./workflows.ts";

export type { ComparedPart, Comparison, EquivalenceRule, Side, StatedDifference } from "./define.ts";

export const equivalenceRules: readonly EquivalenceRule[] = [
  state,
  details,
  page,
  files,
  fileInArchive,
  search,
  workflows,
  creation,
  action,
  actionAnswer,
  crossRead,
  credentialLogin,
];
