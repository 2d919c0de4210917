/** Makes a value and all that it holds unchangeable: for what is handed to code that is not ours. */
export function deepFreeze<T>(value: T): T {
  const pending: unknown[] = [value];
  const seen = new Set<unknown>();
  while (pending.length > 0) {
    const one = pending.pop();
    if ((typeof one !== "object" && typeof one !== "function") || one === null || seen.has(one)) continue;
    seen.add(one);
    // The bytes of a view cannot be frozen; the engine refuses to try.
    if (ArrayBuffer.isView(one)) continue;
    Object.freeze(one);
    for (const member of Object.values(one) as unknown[]) pending.push(member);
  }
  return value;
}
