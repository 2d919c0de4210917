/** Which bytes are a text: what is decoded is one, or it was none that was encoded. */
import type { Bytes } from "./bytes.ts";

/** Of so many bytes most are a text's, or they are none: that were read from the wrong digit, or are a picture. */
const chunk = { bytes: 24, ofText: 16 };

/** Adds the chunks that look like text, each with its neighbours, where a text may begin and end. */
export function addTexts(octets: Uint8Array, out: Bytes): void {
  let before = false;
  let here = looksLikeText(octets, 0);
  for (let start = 0; start < octets.length; start += chunk.bytes) {
    const after = looksLikeText(octets, start + chunk.bytes);
    if (before || here || after) {
      out.addAll(octets.subarray(start, start + chunk.bytes));
    }
    [before, here] = [here, after];
  }
  if (out.length > 0) out.add(0x0a);
}

function looksLikeText(octets: Uint8Array, start: number): boolean {
  const end = Math.min(octets.length, start + chunk.bytes);
  if (start >= end) return false;
  let ofText = 0;
  for (let at = start; at < end; at++) {
    const octet = octets[at] ?? 0;
    if (octet < 0x80) {
      if (octet >= 0x20 || octet === 0x0a || octet === 0x0d || octet === 0x09 || octet === 0) ofText++;
      continue;
    }
    // A character of UTF-8 has as many bytes as its first one says.
    const more = octet >= 0xf0 ? 3 : octet >= 0xe0 ? 2 : octet >= 0xc2 ? 1 : 0;
    let seen = 0;
    while (seen < more && ((octets[at + seen + 1] ?? 0) & 0xc0) === 0x80) seen++;
    if (more > 0 && seen === more) {
      ofText += more + 1;
      at += more;
    }
  }
  return ofText * chunk.bytes >= chunk.ofText * (end - start);
}

export function looksLikeTextSomewhere(octets: Uint8Array): boolean {
  for (let start = 0; start < octets.length; start += chunk.bytes) if (looksLikeText(octets, start)) return true;
  return false;
}

/** Looks at some sixty places. */
export function isMostlyText(bytes: Uint8Array): boolean {
  const step = Math.max(chunk.bytes, Math.floor(bytes.length / 60));
  let [looked, ofText] = [0, 0];
  for (let start = 0; start < bytes.length; start += step) {
    looked++;
    if (looksLikeText(bytes, start)) ofText++;
  }
  return ofText * 2 >= looked;
}
