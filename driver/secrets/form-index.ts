/**
 * Many texts looked for in one go. A run writes all its traffic through the redaction, which knows hundreds of forms of
 * credentials and tokens: looking for one after the other would cost more than everything else.
 */

/** Texts are told apart by their first three UTF-16 units. */
const keyLength = 3;

export interface SecretForm {
  readonly text: string;
  /** So many units of its beginning are replaced too: whoever cuts a text may cut a secret in two. */
  readonly least: number;
}

export class FormIndex {
  readonly #byKey = new Map<number, readonly SecretForm[]>();
  /** How many forms share a slot; most places of a text meet an empty one. */
  readonly #slots = new Uint16Array(65_536);

  /** Forms of fewer than three UTF-16 units are not taken in. */
  add(forms: Iterable<SecretForm>): void {
    for (const form of forms) {
      if (form.text.length < keyLength) continue;
      const key = keyAt(form.text, 0);
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), form]);
      this.#count(form, 1);
    }
  }

  /** Takes back what was added; a form that was added twice is still found. */
  remove(forms: Iterable<SecretForm>): void {
    for (const form of forms) {
      const key = form.text.length < keyLength ? undefined : keyAt(form.text, 0);
      const known = key === undefined ? undefined : this.#byKey.get(key);
      const place = known?.indexOf(form) ?? -1;
      if (key === undefined || !known || place < 0) continue;
      const left = known.toSpliced(place, 1);
      if (left.length > 0) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
      this.#count(form, -1);
    }
  }

  /** The text with every form replaced; forms that overlap are replaced as one. */
  replaceAll(text: string, replacement: string): string {
    const matches = new Map<SecretForm, LongMatch>();
    let clean = "";
    let kept = 0;
    for (let at = 0; at + keyLength <= text.length; at++) {
      if (this.#slots[slotAt(text, at)] === 0) continue;
      let end = this.#endAt(text, at, matches);
      if (end === at) continue;
      for (let inside = at + 1; inside < end; inside++) end = Math.max(end, this.#endAt(text, inside, matches));
      clean += text.slice(kept, at) + replacement;
      kept = end;
      at = end - 1;
    }
    return kept === 0 ? text : clean + text.slice(kept);
  }

  #count({ text }: SecretForm, change: number): void {
    const slot = slotAt(text, 0);
    this.#slots[slot] = (this.#slots[slot] ?? 0) + change;
  }

  /** Where the longest form, or beginning of one, that begins here ends, or `at` when none does. */
  #endAt(text: string, at: number, matches: Map<SecretForm, LongMatch>): number {
    if (at + keyLength > text.length) return at;
    let end = at;
    for (const form of this.#byKey.get(keyAt(text, at)) ?? []) {
      const length = sharedLength(form, text, at, matches);
      if (length >= form.least) end = Math.max(end, at + length);
    }
    return end;
  }
}

/** Where the text was last seen to agree with a form for long. */
interface LongMatch {
  readonly start: number;
  readonly end: number;
}

/** Shorter matches are not worth remembering. */
const longMatch = 32;

/**
 * How many units of the form stand in the text at this place. A text that repeats itself, as `aaaa…` does, would be
 * compared with a long form of its kind over and over; so nothing before the end of the last long match is read again:
 * there the text is the form, and how the form agrees with itself is known (the Z algorithm). Places only go up.
 */
function sharedLength(form: SecretForm, text: string, at: number, matches: Map<SecretForm, LongMatch>): number {
  const sought = form.text;
  const last = matches.get(form);
  let length = keyLength;
  if (last && at + longMatch < last.end) {
    const known = agreements(form)[at - last.start] ?? 0;
    if (at + known < last.end) return known;
    length = last.end - at;
  }
  while (length < sought.length && sought.charCodeAt(length) === text.charCodeAt(at + length)) length++;
  if (length > longMatch) matches.set(form, { start: at, end: at + length });
  return length;
}

const knownAgreements = new WeakMap<SecretForm, Uint32Array>();

/** For each place of a form, how many units from there on are the same as at its beginning. */
function agreements(form: SecretForm): Uint32Array {
  const known = knownAgreements.get(form);
  if (known) return known;
  const { text } = form;
  const lengths = new Uint32Array(text.length);
  lengths[0] = text.length;
  let [start, end] = [0, 0];
  for (let at = 1; at < text.length; at++) {
    let length = at < end ? Math.min(end - at, lengths[at - start] ?? 0) : 0;
    while (at + length < text.length && text.charCodeAt(length) === text.charCodeAt(at + length)) length++;
    lengths[at] = length;
    if (at + length > end) [start, end] = [at, at + length];
  }
  knownAgreements.set(form, lengths);
  return lengths;
}

function keyAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000_0000 + text.charCodeAt(at + 1) * 0x1_0000 + text.charCodeAt(at + 2);
}

function slotAt(text: string, at: number): number {
  return (text.charCodeAt(at + 2) ^ (text.charCodeAt(at + 1) << 4) ^ (text.charCodeAt(at) << 9)) & 0xffff;
}
