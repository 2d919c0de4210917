/** Cursors that are made of a number or a text, and read again. */
import type { PageArgs } from "../../lib/service/domain.ts";
import { Refusal } from "../../lib/service/refusal.ts";

export const cursorAt = (number: number): string => Buffer.from(`at:${String(number)}`).toString("base64url");

/** The number that a cursor holds. @throws Refusal */
export function placeIn(cursor: string): number {
  const digits = /^at:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  if (digits === undefined) throw new Refusal("invalid", "no such cursor");
  return Number(digits);
}

/** How many links a request asks for. */
export const sizeOf = ({ first, last }: PageArgs): number => Math.min(first ?? last ?? 10, 50);

export const writtenCursor = (text: string): string => Buffer.from(text).toString("base64url");

/** The number in a cursor that was made of it. */
export function numberIn(cursor: string): number {
  const number = /^n(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  if (number === undefined) throw new Refusal("invalid", "no such cursor");
  return Number(number);
}
