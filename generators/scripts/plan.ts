import type { Face } from "../../spec/operations.ts";
import type { Actor, PageArguments, TokenDefect } from "../../spec/vocabulary/script.ts";
import type { GeneratedFiles } from "../files/generated-files.ts";
import type { GeneratedDocument } from "../json/generated-document.ts";
import type { WalkShape } from "../pages/page-walk.ts";

/**
 * What a generated script is made from: steps whose references are bare numbers. `buildScript` takes each modulo what
 * exists at that point, so that any list of plans makes a valid script.
 */
export type Plan = SimplePlan | { readonly kind: "parallel"; readonly branches: readonly (readonly SimplePlan[])[] };

interface Base {
  readonly face: Face;
  /** Which of the traces created so far. */
  readonly trace: number;
}

export type SimplePlan =
  | (Base & { readonly kind: "create" | "act"; readonly input: GeneratedDocument; readonly files: GeneratedFiles })
  | (Base & { readonly kind: "state"; readonly both: boolean; readonly actor: Actor })
  | (Base & { readonly kind: "details"; readonly both: boolean; readonly page: PageArguments; readonly actor: Actor })
  | (Base & { readonly kind: "walk"; readonly shape: WalkShape })
  | (Base & { readonly kind: "files"; readonly picks: readonly number[] })
  | (Base & { readonly kind: "file" | "search" | "malformed"; readonly pick: number })
  | (Base & { readonly kind: "token"; readonly defect: TokenDefect; readonly pick: number })
  | (Base & { readonly kind: "workflows" });
