/** Text in which `backticks` mark code. */
import { printable } from "../../../text/escape.ts";

export function RichText({ text }: { readonly text: string }) {
  return (
    <>
      {printable(text)
        .split(/`([^`]+)`/)
        .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}
    </>
  );
}
