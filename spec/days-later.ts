/** A date, with a time behind it or without, so many days later; any other text as it is. */
export function daysLater(text: string, days: number): string {
  const at = Date.parse(aDate.exec(text)?.[0] ?? "");
  return Number.isNaN(at) ? text : text.replace(aDate, new Date(at + days * dayMs).toISOString().slice(0, 10));
}

const aDate = /^\d{4}-\d\d-\d\d(?=T|$)/;
const dayMs = 86_400_000;
