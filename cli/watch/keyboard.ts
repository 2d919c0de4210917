/** Single keys of a terminal, without the Enter key. Between two questions the terminal is as it was. */
export interface KeyboardStream {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  on(event: "data", listener: (bytes: Buffer) => void): unknown;
  off(event: "data", listener: (bytes: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** What was pressed, as bytes; `stop` ends the question without an answer. */
export function nextKey(stream: KeyboardStream): { readonly key: Promise<string>; stop(): void } {
  let stop = (): void => undefined;
  const key = new Promise<string>((resolve) => {
    const onData = (bytes: Buffer): void => {
      stop();
      resolve(bytes.toString("latin1"));
    };
    stop = () => {
      stream.off("data", onData);
      stream.setRawMode?.(false);
      stream.pause();
    };
    stream.setRawMode?.(true);
    stream.on("data", onData);
    stream.resume();
  });
  return { key, stop: () => stop() };
}
