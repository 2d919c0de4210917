/**
 * Rules beyond the form: data that follow the schema of their action are refused, as a date that lies in the future, while
 * others that follow it are taken in the same place. Which members decide is found by putting what was taken in their
 * place, one after the other.
 */
import { markerPlaceIn, schemaLeaves } from "../../../generators/index.ts";
import { asTaken, waysOf } from "../../../spec/data-schemas/as-taken.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { namesAt } from "../../../spec/data-schemas/resolve.ts";
import { isTaken } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { mayBeForRule, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";
import { cornersOf } from "./corners.ts";
import { textOf } from "./told/refusal-words.ts";
import { itemsSummedTo } from "./told/sums-told.ts";
import { isDate, plainerData, type Sent } from "./plainer-data.ts";
import { valueAt, withValueAt } from "../../../spec/json-walks.ts";
import { withOwnMarker, type Write } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

/** Where data were refused, and what is known of others. */
export interface RefusedPlace {
  readonly workflow: number;
  /** All of the workflow. */
  readonly actions: readonly ActionDescription[];
  /** With the form as it is configured. */
  readonly action: ActionDescription;
  /** Members that were seen to decide before. */
  readonly deciding: readonly JsonPath[];
  readonly refused: Sent;
  /** What brings the trace `$again` to where the action is tried; none for a creation. */
  readonly before: readonly Write[];
  readonly actor?: Account;
  /** Data of this action that were taken. */
  readonly taken: readonly Sent[];
}

export interface BeyondForm {
  /** The schema, in which the members that decide stand as in data that were taken. */
  readonly form: JsonObject;
  readonly deciding: readonly JsonPath[];
}

/** However many data were taken before: so many are tried in place of the refused ones, and so many others. */
const [maxTaken, maxPlainer, maxSummed] = [3, 13, 8];
/** So often members are looked for that decide as well. */
const maxRounds = 5;
/** However many members differ: so many are changed one by one. */
const maxMembers = 12;
/** So many data of the form that was found must be taken: a creation, and an action on a trace of its own each time. */
const [enoughCreated, enoughAppended] = [4, 2];
/** A text with less room is a code. */
const leastText = 20;

/** Undefined where the same is not refused through both faces, or where no rule about values would refuse it. */
export const beyondForm = (asker: Asker, place: RefusedPlace): Promise<BeyondForm | undefined> =>
  new Trials(asker, place).found();

class Trials {
  readonly #asker: Asker;
  readonly #place: RefusedPlace;
  readonly #schema: JsonObject;
  readonly #taken: Sent[];
  /** The members that may decide: all but texts of any kind. */
  readonly #members: readonly JsonPath[];
  #marked = 0;
  /** Data of which numbers have the sum that the refusal tells. */
  #summed: readonly Sent[] = [];
  /** True where the same texts were refused that had been taken, and other ones were taken in their place. */
  #isOwn = false;

  constructor(asker: Asker, place: RefusedPlace) {
    this.#asker = asker;
    this.#place = place;
    this.#schema = place.action.dataSchema ?? {};
    this.#taken = place.taken.filter(({ data }) => followsSchema(this.#schema, data));
    const marker = JSON.stringify(markerPlaceIn(this.#schema)?.path);
    this.#members = schemaLeaves(this.#schema)
      .filter(({ path, schema }) => JSON.stringify(path) !== marker && !isAnyText(schema))
      .map(({ path }) => path);
  }

  async found(): Promise<BeyondForm | undefined> {
    const { refused } = this.#place;
    if (!followsSchema(this.#schema, refused.data)) return undefined;
    let good = await this.#confirmed();
    let bad: JsonObject = refused.data;
    let { deciding } = this.#place;
    for (let round = 0; good && round < maxRounds; round += 1) {
      const more: readonly JsonPath[] | undefined = await this.#whatDecides(bad, good.data, deciding);
      if (!more) return undefined;
      deciding = [...new Map([...deciding, ...more].map((path) => [JSON.stringify(path), path])).values()];
      const tried = await this.#formOf(deciding);
      if (!tried) return undefined;
      if (!tried.refused) return { form: tried.form, deciding };
      bad = tried.refused.data;
      good = this.#taken.at(-1);
    }
    return undefined;
  }

  /** Data that are taken where those in question are refused through both faces; undefined where there are none. */
  async #confirmed(): Promise<Sent | undefined> {
    const { action, refused } = this.#place;
    const plainer = plainerData(this.#asker.runId, action, `plainer${String(this.#marked)}-`).slice(0, maxPlainer);
    const same = await this.#answers([refused, refused]);
    if (same.length < faces.length || !same.every((one) => isTurnedDown(one) && mayBeForRule(one))) return undefined;
    const told = same.slice(0, 1).map(textOf).join("");
    this.#summed = [refused, ...plainer]
      .flatMap((one) => itemsSummedTo(one.data, told).map((data): Sent => ({ ...one, data })))
      .filter(({ data }) => followsSchema(this.#schema, data))
      .slice(0, maxSummed);
    const others = [...this.#taken.slice(-maxTaken), ...this.#summed, ...plainer];
    let found = await this.#firstTaken(others);
    // Both faces take it: what one refuses is a failure, but where texts may come once.
    for (;;) {
      if (found && (await this.#areTaken([found]))) return found;
      if (this.#isOwn || this.#place.before.length > 0 || this.#taken.length === 0) return undefined;
      this.#isOwn = true;
      found = await this.#firstTaken(this.#taken.slice(-maxTaken));
    }
  }

  /**
   * Members that decide, as the data are taken with those of others: one, or else all dates, or else all members.
   * Undefined where none do, or where the value is one that only a defect refuses.
   */
  async #whatDecides(bad: JsonObject, good: JsonObject, known: readonly JsonPath[]) {
    const isKnown = (path: JsonPath) => known.some((one) => sameJson(one, path));
    const differing = this.#members.filter(
      (path) => !sameJson(valueAt(bad, path) ?? null, valueAt(good, path) ?? null),
    );
    const singles = differing.filter((path) => !isKnown(path)).map((path) => [path]);
    const dates = this.#members.filter(
      (path) => isDate(valueAt(bad, path)) || isDate(valueAt(good, path)) || isKnown(path),
    );
    const numbers = this.#members.filter((path) => isNumber(valueAt(bad, path)) || isNumber(valueAt(good, path)));
    const others = this.#members.filter((path) => !numbers.includes(path) || isKnown(path));
    // Where one number of a beginning decides, it may do so beside another: as a loan does that is held against a price.
    const together = this.#place.before.length === 0 && numbers.some(isKnown) ? [numbers] : [];
    const tried = [...singles.slice(0, maxMembers), dates, ...together, others, this.#members]
      .filter((paths) => paths.some((path) => !isKnown(path)))
      // What stood together like this in data that were taken does not decide by itself.
      .filter((paths) => !sameWay(paths, bad, this.#data))
      .map((paths) => ({ paths, data: withMembers(bad, good, paths) }))
      .filter(({ data }) => followsSchema(this.#schema, data));
    const taken = await this.#firstTaken(tried);
    const paths = taken?.paths;
    const [only, ...more] = paths ?? [];
    if (!paths || !only || (more.length === 0 && this.#isOrdinary(only, valueAt(bad, only)))) return undefined;
    // On a trace what earlier actions brought may decide of numbers and of what is listed, which is tried elsewhere.
    const isListed = (path: JsonPath) => Array.isArray(valueAt(bad, path)) && Array.isArray(valueAt(good, path));
    const mayDependOnEarlier = paths.some((path) => numbers.includes(path) || isListed(path));
    if (this.#place.before.length > 0 && mayDependOnEarlier) return undefined;
    return paths;
  }

  /** A value that no rule about values would refuse by itself: its like is refused by a form that says so, or by mistake. */
  #isOrdinary(path: JsonPath, value: Json | undefined): boolean {
    const isPlain =
      value === 0 || value === null || typeof value === "boolean" || (Array.isArray(value) && value.length === 0);
    return isPlain && !this.#data.some((data) => sameJson(valueAt(data, path) ?? null, value));
  }

  /**
   * The form with these members as they were taken, and data of it that are refused all the same. Undefined where one value
   * alone was taken of all that the schema allows.
   */
  async #formOf(paths: readonly JsonPath[]) {
    const ways = () => waysOf(paths, this.#data);
    const isOneAlone = () => ways().length < 2 && ways().every((way) => way.every(([, value]) => value !== undefined));
    const others = () => [...this.#summed, ...plainerData(this.#asker.runId, this.#place.action, "second")];
    for (const other of isOneAlone() ? others() : []) {
      if (isOneAlone() && !sameWay(paths, other.data, this.#data)) await this.#firstTaken([other]);
    }
    if (isOneAlone()) return undefined;
    // What stands in a list may be free where the list itself may be left out.
    const lists = paths.filter((path) => this.#data.some((data) => Array.isArray(valueAt(data, path))));
    let last: { readonly form: JsonObject; readonly refused: Sent | undefined } | undefined;
    for (const anyOther of lists.length === 0 ? [[]] : this.#place.before.length > 0 ? [lists] : [lists, []]) {
      const taken = asTaken(this.#schema, paths, this.#data, anyOther);
      if (!taken) return undefined;
      const form = withWanted(taken, paths, this.#place.refused.data);
      if (followsSchema(form, this.#place.refused.data)) continue;
      last = { form, refused: await this.#refusedOf(form) };
      if (!last.refused) break;
    }
    return last;
  }

  /** The first data of a form that are refused; undefined where all are taken, through both faces. */
  async #refusedOf(form: JsonObject): Promise<Sent | undefined> {
    const { action, before } = this.#place;
    for (let number = 0; number < (before.length > 0 ? enoughAppended : enoughCreated); number += 1) {
      const wanted = actionData(this.#asker.runId, `as-taken${String(this.#marked)}-`, number);
      const sent = fitting({ ...action, dataSchema: form }, wanted);
      if (!(await this.#areTaken([sent], faces[number % faces.length]))) return sent;
    }
    for (const sent of before.length > 0 ? [] : cornersOf(form, this.#data)) {
      const marked = { ...this.#markerOf(this.#place.refused), data: sent };
      if (!(await this.#areTaken([marked]))) return marked;
    }
    return undefined;
  }

  /** The first of these that is taken, which is known from then on. */
  async #firstTaken<One extends Sent>(all: readonly One[]): Promise<One | undefined> {
    // What is refused leaves a trace as it was, so that one is enough; creations are sent only until one is taken.
    const size = this.#place.before.length > 0 ? all.length : 1;
    for (let from = 0; from < all.length; from += size) {
      const some = all.slice(from, from + size);
      const answers = await this.#answers(some);
      const found = some[answers.findIndex(isTaken)];
      if (!found) continue;
      this.#taken.push({ ...this.#markerOf(found), data: found.data });
      return found;
    }
    return undefined;
  }

  /** Whether each of these is taken, on a trace of its own, through the other face than the first or through this one. */
  async #areTaken(all: readonly Sent[], face: Face = "legacy"): Promise<boolean> {
    for (const one of all) {
      const [answer] = await this.#answers([one], face);
      if (!isTaken(answer)) return false;
      this.#taken.push({ ...this.#markerOf(one), data: one.data });
    }
    return true;
  }

  /** Answers to the action with these data, through one face and the other; none where the trace cannot be built again. */
  async #answers(all: readonly Sent[], first: Face = "v2"): Promise<readonly Exchange[]> {
    const { before, workflow, action, actor } = this.#place;
    const through = first === "v2" ? faces : faces.toReversed();
    const steps = all.map((sent, number): OperationStep => {
      const marked = this.#marking({ ...action, ownTexts: this.#isOwn }, { ...this.#markerOf(sent), data: sent.data });
      const common = {
        face: through[number % faces.length] ?? first,
        workflow,
        action: action.key,
        ...marked,
      } as const;
      const by = { ...(actor === undefined ? {} : { actor }), candidateFor: "action-forms" } as const;
      return before.length > 0
        ? { op: "act", trace: "$again", ...common, ...by, candidateFor: "action-gating" }
        : { op: "create", ...common, ...by };
    });
    const fresh = before.map((step) => {
      const earlier = this.#place.actions.find(({ key }) => key === step.action);
      return this.#marking(earlier, step);
    });
    const exchanges = await this.#asker.run("data that follow the form, and others", [...fresh, ...steps]);
    if (exchanges.length < before.length || !exchanges.slice(0, before.length).every(succeeded)) return [];
    return exchanges.slice(before.length);
  }

  #marking<One extends Sent>(action: ActionDescription | undefined, sent: One): One {
    this.#marked += 1;
    return withOwnMarker(this.#asker.runId, action, sent, `form${String(this.#marked)}-`);
  }

  readonly #markerOf = ({ markerAt }: Sent): Pick<Sent, "markerAt"> => (markerAt ? { markerAt } : {});

  get #data(): readonly JsonObject[] {
    return this.#taken.map(({ data }) => data);
  }
}

const isNumber = (value: Json | undefined): boolean => typeof value === "number";

function isAnyText({ type, enum: values, const: value, format, pattern, maxLength }: JsonObject): boolean {
  const isFree = [values, value, format, pattern].every((keyword) => keyword === undefined);
  return type === "string" && isFree && (typeof maxLength !== "number" || maxLength >= leastText);
}

/** The form with the members among these that the refused data lack, and all that were taken had. */
function withWanted(form: JsonObject, paths: readonly JsonPath[], refused: JsonObject): JsonObject {
  const lacking = paths.flatMap(([name = "", ...inner]) =>
    inner.length === 0 && !Object.hasOwn(refused, name) ? [name] : [],
  );
  if (lacking.length === 0 || !followsSchema(form, refused)) return form;
  return { ...form, required: [...new Set([...namesAt(form, "required"), ...lacking])] };
}

/** The data with these members as the others have them. */
function withMembers(data: JsonObject, others: JsonObject, paths: readonly JsonPath[]): JsonObject {
  return paths.reduce((before, path) => withValueAt(before, path, valueAt(others, path)), data);
}

/** True where these members stand together in the data as they do in one of the others. */
function sameWay(paths: readonly JsonPath[], data: JsonObject, all: readonly JsonObject[]): boolean {
  return all.some((one) =>
    paths.every((path) => sameJson([valueAt(one, path) ?? gone], [valueAt(data, path) ?? gone])),
  );
}

/** In place of a member that is not there, as nobody sends it. */
const gone: Json = { "": "left out" };
