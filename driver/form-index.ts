/**
 * Many texts looked for in one go. A run writes all its traffic through the redaction, which knows hundreds of forms of
 * credentials and tokens: looking for one after the other would cost more than everything else.
 */

/** Texts are told apart by their first three UTF-16 units. */
const keyLength = 3;

export interface Form {
  readonly text: string;
  /** So many units of its beginning are replaced too: whoever cuts a text may cut a secret in two. */
  readonly least: number;
}

export class FormIndex {
  readonly #byKey = new Map<number, readonly Form[]>();
  /** How many forms share a slot; most places of a text meet an empty one. */
  readonly #slots = new Uint16Array(65_536);

  /** Forms of fewer than three UTF-16 units are not taken in. */
  add(forms: Iterable<Form>): void {
    for (const form of forms) {
      if (form.text.length < keyLength) continue;
      const key = keyAt(form.text, 0);
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), form]);
      this.#count(form, 1);
    }
  }

  /** Takes back what was added; a form that was added twice is still found. */
  remove(forms: Iterable<Form>): void {
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
    let clean = "";
    let kept = 0;
    for (let at = 0; at + keyLength <= text.length; at++) {
      if (this.#slots[slotAt(text, at)] === 0) continue;
      let end = this.#endAt(text, at);
      if (end === at) continue;
      for (let inside = at + 1; inside < end; inside++) end = Math.max(end, this.#endAt(text, inside));
      clean += text.slice(kept, at) + replacement;
      kept = end;
      at = end - 1;
    }
    return kept === 0 ? text : clean + text.slice(kept);
  }

  #count({ text }: Form, change: number): void {
    const slot = slotAt(text, 0);
    this.#slots[slot] = (this.#slots[slot] ?? 0) + change;
  }

  /** Where the longest form, or beginning of one, that begins here ends, or `at` when none does. */
  #endAt(text: string, at: number): number {
    if (at + keyLength > text.length) return at;
    let end = at;
    for (const form of this.#byKey.get(keyAt(text, at)) ?? []) {
      const length = sharedLength(form.text, text, at);
      if (length >= form.least) end = Math.max(end, at + length);
    }
    return end;
  }
}

function sharedLength(form: string, text: string, at: number): number {
  let length = keyLength;
  while (length < form.length && form.charCodeAt(length) === text.charCodeAt(at + length)) length++;
  return length;
}

function keyAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000_0000 + text.charCodeAt(at + 1) * 0x1_0000 + text.charCodeAt(at + 2);
}

function slotAt(text: string, at: number): number {
  return (text.charCodeAt(at + 2) ^ (text.charCodeAt(at + 1) << 4) ^ (text.charCodeAt(at) << 9)) & 0xffff;
}
