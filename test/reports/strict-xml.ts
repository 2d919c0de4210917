/** A small XML 1.0 reader that refuses what the standard refuses: enough to read our own JUnit reports back. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const token = /<\?xml[^>]*\?>|<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/** The root element. @throws Error for anything that is not well-formed. */
export function parseXml(document: string): XmlElement {
  const bad = forbidden.exec(document);
  if (bad) throw new Error(`character U+${document.codePointAt(bad.index)?.toString(16)} is not allowed in XML 1.0`);
  const root = { name: "", attributes: {}, children: [] as XmlElement[], text: "" };
  const stack = [root];
  let at = 0;
  while (at < document.length) {
    token.lastIndex = at;
    const match = token.exec(document);
    if (!match) throw new Error(`no markup at ${at}: ${JSON.stringify(document.slice(at, at + 60))}`);
    at = token.lastIndex;
    const top = stack.at(-1) ?? root;
    const [, closed, opened, attributes = "", empty, text] = match;
    if (text !== undefined) top.text += unescape(text);
    else if (closed !== undefined) {
      if (top.name !== closed) throw new Error(`</${closed}> closes <${top.name}>`);
      stack.pop();
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: readAttributes(attributes), children: [] as XmlElement[], text: "" };
      top.children.push(element);
      if (!empty) stack.push(element);
    }
  }
  const [only, ...more] = root.children;
  if (stack.length !== 1 || !only || more.length > 0) throw new Error("not exactly one closed root element");
  return only;
}

function readAttributes(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/([\w.-]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, unescape(value)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error("an attribute stands twice");
  return Object.fromEntries(pairs);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescape(text: string): string {
  if (text.includes("]]>")) throw new Error("]]> stands in text");
  return text.replace(/&(?:#(\d+);|(\w+);)?/g, (whole, code?: string, name?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const character = name === undefined ? undefined : entities[name];
    if (character === undefined) throw new Error(`no entity ${whole}`);
    return character;
  });
}
