/** On paper nothing can be opened, so the page opens what matters before it is printed. */
import { createContext, options } from "preact";
import { useEffect, useState } from "preact/hooks";

/** True below a page that is being printed. */
export const Printing = createContext(false);

/** True while the page is being printed. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture right after the event, so the change must be rendered within it.
    const renderNow = (value: boolean): void => {
      const before = options.debounceRendering;
      options.debounceRendering = (callback) => callback();
      setPrinting(value);
      if (before) options.debounceRendering = before;
      else delete options.debounceRendering;
    };
    const start = (): void => renderNow(true);
    const end = (): void => renderNow(false);
    addEventListener("beforeprint", start);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", start);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
