/** What stays of a document from run to run: its members and their types. */
import { isJsonObject, type Json } from "../../spec/json.ts";

/** Names of members that hold ids would differ each time. */
const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{40,}/gi;
const maxDepth = 5;
/** What is told of a place, in characters. */
const mostTold = 100;

export interface Shape {
  /** Such as `{error: null, data: {state: {…}}}`; the same for documents of the same shape. */
  readonly text: string;
  /** Of a list, the kinds of elements that it has. */
  readonly elements?: readonly Shape[];
  /** Of an object, the kinds of values under each name; names of one run are all `…`. */
  readonly members?: ReadonlyMap<string, readonly Shape[]>;
}

/** @param isOwn true for a name that belongs to the data of one run */
export function shapeOf(value: Json, isOwn: (name: string) => boolean, depth = 0): Shape {
  if (Array.isArray(value)) {
    const elements = distinct(value.map((element) => shapeOf(element, isOwn, depth + 1)));
    return { text: `[${textOf(elements)}]`, elements };
  }
  if (!isJsonObject(value)) return { text: value === null ? "null" : typeof value };
  if (depth >= maxDepth) return { text: "{…}" };
  const shapes = new Map<string, Shape[]>();
  for (const [name, member] of Object.entries(value)) {
    const told = isOwn(name) ? "…" : name.replaceAll(id, "…");
    shapes.set(told, [...(shapes.get(told) ?? []), shapeOf(member, isOwn, depth + 1)]);
  }
  const members = new Map([...shapes].map(([name, found]) => [name, distinct(found)]));
  const told = [...members].map(([name, found]) => `${name}: ${textOf(found)}`).sort();
  return { text: `{${told.join(", ")}}`, members };
}

/** Where two documents of different shape first differ, and how. */
export function firstDifference(then: Shape, now: Shape, place = ""): string {
  if (then.members && now.members)
    for (const name of [...new Set([...then.members.keys(), ...now.members.keys()])].sort()) {
      const [before, later] = [then.members.get(name), now.members.get(name)];
      const inner = place === "" ? name : `${place}.${name}`;
      if (!before || !later) return `${inner} was ${describedAs(before)}; now it is ${describedAs(later)}`;
      if (textOf(before) !== textOf(later)) return differenceIn(before, later, inner);
    }
  if (then.elements && now.elements) return differenceIn(then.elements, now.elements, `${place}[]`);
  return `${place || "the document"} was ${describedAs([then])}; now it is ${describedAs([now])}`;
}

function differenceIn(then: readonly Shape[], now: readonly Shape[], place: string): string {
  const [[before], [later]] = [then, now];
  return then.length === 1 && now.length === 1 && before && later
    ? firstDifference(before, later, place)
    : `${place} was ${describedAs(then)}; now it is ${describedAs(now)}`;
}

function distinct(shapes: readonly Shape[]): readonly Shape[] {
  return [...new Map(shapes.map((shape) => [shape.text, shape])).values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

function textOf(shapes: readonly Shape[]): string {
  return shapes.map(({ text }) => text).join(" | ");
}

function describedAs(shapes: readonly Shape[] | undefined): string {
  if (!shapes) return "not there";
  const text = textOf(shapes) || "empty";
  return text.length <= mostTold ? text : `${text.slice(0, mostTold)}…`;
}
