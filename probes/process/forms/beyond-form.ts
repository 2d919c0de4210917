/**
 * Finds rules beyond the form: data that follow the schema are refused, e.g. for a date in the future, while others are
 * accepted at the same place. Which members decide is found by replacing members of the refused data with those of
 * accepted ones, one after the other.
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

/** The place where data were refused, and what is known of other data. */
export interface RefusedPlace {
  readonly workflow: number;
  /** All actions of the workflow. */
  readonly actions: readonly ActionDescription[];
  /** The action with its configured form. */
  readonly action: ActionDescription;
  /** Members that were seen to decide before. */
  readonly deciding: readonly JsonPath[];
  readonly refused: Sent;
  /** The steps that bring the trace `$again` to this place; none for a creation. */
  readonly before: readonly Write[];
  readonly actor?: Account;
  /** Data of this action that were accepted. */
  readonly taken: readonly Sent[];
}

export interface BeyondForm {
  /** The schema in which the deciding members only have values that were accepted. */
  readonly form: JsonObject;
  readonly deciding: readonly JsonPath[];
}

/**
 * In place of the refused data are tried at most: so many that were accepted before, so many plain ones, so many with a
 * sum that the refusal tells.
 */
const [maxTaken, maxPlainer, maxSummed] = [3, 13, 8];
/** At most so many times further deciding members are looked for. */
const maxRounds = 5;
/** At most so many differing members are replaced one by one. */
const maxMembers = 12;
/** So many data of the form found must be accepted: for a creation, and for an action, which needs a trace for each. */
const [enoughCreated, enoughAppended] = [4, 2];
/** A text with less room is a code. */
const leastText = 20;

/**
 * Undefined where the refusal is not repeated through both faces, or where no rule about values would refuse these
 * data.
 */
export const beyondForm = (asker: Asker, place: RefusedPlace): Promise<BeyondForm | undefined> =>
  new Trials(asker, place).found();

class Trials {
  readonly #asker: Asker;
  readonly #place: RefusedPlace;
  readonly #schema: JsonObject;
  readonly #taken: Sent[];
  /** The members that may decide: all but free texts. */
  readonly #members: readonly JsonPath[];
  #marked = 0;
  /** Data whose numbers have the sum that the refusal tells. */
  #summed: readonly Sent[] = [];
  /** True where texts must be unique: accepted data were refused again, and accepted with other texts. */
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

  /** Data that are accepted where both faces refuse those in question; undefined where there are none. */
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
    // Both faces must accept them, else one face is at fault; unless texts must be unique, which is tried next.
    for (;;) {
      if (found && (await this.#areTaken([found]))) return found;
      if (this.#isOwn || this.#place.before.length > 0 || this.#taken.length === 0) return undefined;
      this.#isOwn = true;
      found = await this.#firstTaken(this.#taken.slice(-maxTaken));
    }
  }

  /**
   * The members that decide: the refused data are accepted once these are replaced. A single member is tried first,
   * then all dates, then all members. Undefined where no replacement helps, or where the value is one that no rule
   * would refuse.
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
    // One number of a creation may decide together with another, e.g. a loan and the price.
    const together = this.#place.before.length === 0 && numbers.some(isKnown) ? [numbers] : [];
    const tried = [...singles.slice(0, maxMembers), dates, ...together, others, this.#members]
      .filter((paths) => paths.some((path) => !isKnown(path)))
      // A combination that was accepted before does not decide.
      .filter((paths) => !sameWay(paths, bad, this.#data))
      .map((paths) => ({ paths, data: withMembers(bad, good, paths) }))
      .filter(({ data }) => followsSchema(this.#schema, data));
    const taken = await this.#firstTaken(tried);
    const paths = taken?.paths;
    const [only, ...more] = paths ?? [];
    if (!paths || !only || (more.length === 0 && this.#isOrdinary(only, valueAt(bad, only)))) return undefined;
    // On a trace, earlier actions may decide about numbers and lists; another trial looks at that.
    const isListed = (path: JsonPath) => Array.isArray(valueAt(bad, path)) && Array.isArray(valueAt(good, path));
    const mayDependOnEarlier = paths.some((path) => numbers.includes(path) || isListed(path));
    if (this.#place.before.length > 0 && mayDependOnEarlier) return undefined;
    return paths;
  }

  /** A plain value such as 0, null or false: a rule about values would not refuse it; a form does, or it is a fault. */
  #isOrdinary(path: JsonPath, value: Json | undefined): boolean {
    const isPlain =
      value === 0 || value === null || typeof value === "boolean" || (Array.isArray(value) && value.length === 0);
    return isPlain && !this.#data.some((data) => sameJson(valueAt(data, path) ?? null, value));
  }

  /**
   * The form that fixes these members to accepted combinations, and data of that form that are still refused. Undefined
   * where only one combination was accepted.
   */
  async #formOf(paths: readonly JsonPath[]) {
    const ways = () => waysOf(paths, this.#data);
    const isOneAlone = () => ways().length < 2 && ways().every((way) => way.every(([, value]) => value !== undefined));
    const others = () => [...this.#summed, ...plainerData(this.#asker.runId, this.#place.action, "second")];
    for (const other of isOneAlone() ? others() : []) {
      if (isOneAlone() && !sameWay(paths, other.data, this.#data)) await this.#firstTaken([other]);
    }
    if (isOneAlone()) return undefined;
    // The items of a list may be free, even if the list itself is what decides.
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

  /** The first data of a form that are refused; undefined where both faces accept all. */
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

  /** The first of these that is accepted; it is noted as accepted. */
  async #firstTaken<One extends Sent>(all: readonly One[]): Promise<One | undefined> {
    // Refused actions do not change a trace, so one trace is enough; creations are sent only until one is accepted.
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

  /** Whether each of these is accepted on a trace of its own, through this face. */
  async #areTaken(all: readonly Sent[], face: Face = "legacy"): Promise<boolean> {
    for (const one of all) {
      const [answer] = await this.#answers([one], face);
      if (!isTaken(answer)) return false;
      this.#taken.push({ ...this.#markerOf(one), data: one.data });
    }
    return true;
  }

  /**
   * Answers to the action with each of these data, through both faces in turn; none where the trace cannot be built.
   */
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

/** The form with those of these members required that the refused data lack. */
function withWanted(form: JsonObject, paths: readonly JsonPath[], refused: JsonObject): JsonObject {
  const lacking = paths.flatMap(([name = "", ...inner]) =>
    inner.length === 0 && !Object.hasOwn(refused, name) ? [name] : [],
  );
  if (lacking.length === 0 || !followsSchema(form, refused)) return form;
  return { ...form, required: [...new Set([...namesAt(form, "required"), ...lacking])] };
}

/** The data with these members taken from the others. */
function withMembers(data: JsonObject, others: JsonObject, paths: readonly JsonPath[]): JsonObject {
  return paths.reduce((before, path) => withValueAt(before, path, valueAt(others, path)), data);
}

/** True where some of these data have the same values of these members. */
function sameWay(paths: readonly JsonPath[], data: JsonObject, all: readonly JsonObject[]): boolean {
  return all.some((one) =>
    paths.every((path) => sameJson([valueAt(one, path) ?? gone], [valueAt(data, path) ?? gone])),
  );
}

/** Stands for an absent member; nobody sends this value. */
const gone: Json = { "": "left out" };
