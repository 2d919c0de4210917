/** Creates traces with an action, in every way that may get it accepted: other face, user, file, data. */
import type { Face } from "../../../spec/operations.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { isAboutFiles } from "../forms/files/file-types.ts";
import type { Attached } from "../forms/files/files-tried.ts";
import { mayBeForm } from "../forms/told/refusal-words.ts";
import { isTurnedDown } from "../observations.ts";
import type { OfWalks } from "./attempts.ts";
import type { Known } from "./known.ts";
import { startingWith, type WalkSender } from "./walk-sender.ts";

export class Beginnings {
  readonly #known: Known;
  readonly #sender: WalkSender;
  readonly #walks: Pick<OfWalks, "mayLearnOf">;

  constructor(known: Known, sender: WalkSender, walks: Pick<OfWalks, "mayLearnOf">) {
    [this.#known, this.#sender, this.#walks] = [known, sender, walks];
  }

  /** The id of the trace that the action creates; undefined where it creates none, whatever is tried. */
  async begin(face: Face, action: ActionDescription): Promise<string | undefined> {
    const { trace, refusals } = await this.#beginAs(face, action, this.#known.files.wants(action));
    if (trace !== undefined) return trace;
    const last = refusals.at(-1);
    const refused = refusals.findLast(mayBeForm);
    return (
      (last && (await this.#byAnother(face, action, last))) ??
      (refused && (await this.#withFile(face, action, refused))) ??
      (refused && (await this.#inForm(face, action, refused)))
    );
  }

  /** Tries one face, then the other. @param like an exchange whose data are sent again */
  async #beginAs(face: Face, action: ActionDescription, file: Attached, like?: Exchange) {
    const refusals: Exchange[] = [];
    for (const through of startingWith(face)) {
      const exchange = await this.#sender.begin(through, action, file, undefined, like);
      const trace = exchange && createdTraceOf(exchange);
      if (trace !== undefined) return { trace, refusals };
      if (exchange && isTurnedDown(exchange)) refusals.push(exchange);
    }
    return { trace: undefined, refusals };
  }

  async #byAnother(face: Face, action: ActionDescription, refused: Exchange): Promise<string | undefined> {
    const { doers, files } = this.#known;
    if (!doers.isOpen(action)) return undefined;
    const send = (by: Account) => this.#sender.begin(face, action, files.wants(action), by, "example");
    const exchange = await doers.instead({ action, refused }, send);
    return exchange && createdTraceOf(exchange);
  }

  /** Tries with a file and the refused data, then with new data, as the data may be what was refused. */
  async #withFile(face: Face, action: ActionDescription, refused: Exchange): Promise<string | undefined> {
    const { files } = this.#known;
    if (!files.isWorthTrying(action, true)) return undefined;
    const { trace } = await this.#beginAs(face, action, true, refused);
    if (trace === undefined) return (await this.#beginAs(face, action, files.wants(action))).trace;
    files.takenInstead(action.key, true, isAboutFiles(refused));
    return trace;
  }

  /** Starts over with the members that the refusal names. */
  async #inForm(face: Face, action: ActionDescription, refused: Exchange): Promise<string | undefined> {
    const isFound = this.#walks.mayLearnOf(action) && (await this.#known.seekForm(action, refused)) !== undefined;
    const [inForm] = isFound ? this.#known.actions(action.key) : [];
    return inForm && this.begin(face, inForm);
  }
}
