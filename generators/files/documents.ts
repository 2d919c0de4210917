/**
 * Contents as files of a kind have them: services treat files by the end of their name, by size, and by what they find
 * inside (packing, line ends, byte order marks, sanitising, previews), and often only past a kilobyte or so.
 */
import type { ContentSpec } from "../../spec/vocabulary/script.ts";

interface Form {
  readonly head: (about: string) => string;
  readonly row: (number: number) => string;
  readonly tail?: string;
}

const plainText: Form = { head: (about) => `${about}\n\n`, row: (n) => `${n}. Paid ${n * 37},50 for crate ${n}.\n` };

/** By the end of the name, which may be any text, also `constructor`. */
const forms: ReadonlyMap<string, Form> = new Map(
  Object.entries<Form>({
    md: { head: (about) => `# ${about}\r\n\r\n`, row: (n) => `* crate **${n}**  \r\n\tweighs _${n * 3} kg_\r\n` },
    csv: { head: (about) => `id;${about}\r\n`, row: (n) => `00${n};"crate, ""${n}""";=${n}+1\r\n` },
    json: {
      head: (about) => `{ "about": "${about}",\n "rows": [`,
      row: (n) => `{"id" : ${n}.0},\n`,
      tail: "null ] }\n",
    },
    xml: {
      head: (about) => `<?xml version='1.0'?>\r\n<!-- ${about} -->\r\n<rows>`,
      row: (n) => `<row  id='${n}'></row>\r\n`,
      tail: "</rows>\n",
    },
    html: {
      head: (about) => `<!DOCTYPE html><P title=x>${about}<script>/**/</script>`,
      row: (n) => `<p onclick="f()">${n}<br>&nbsp;\n`,
    },
    svg: {
      head: (about) => `<svg xmlns="http://www.w3.org/2000/svg" ><!-- ${about} --><script>1</script>`,
      row: (n) => `<rect  x="${n}" y='0'/>\n`,
      tail: "</svg>",
    },
    css: { head: (about) => `/* ${about} */\n`, row: (n) => `.row-${n}  { margin : ${n}px 0px ; }\n` },
    js: { head: (about) => `// ${about}\n`, row: (n) => `export  const row${n} = ${n} ;\n` },
  }),
);

/**
 * A content as a file of this name has it, text in rows for what is no text, too.
 * @param about stands in it, so that no other file has the content
 * @param bytes the least that it has
 */
export function contentLike(fileName: string, about: string, bytes: number): ContentSpec {
  const { head, row, tail = "" } = forms.get(extensionOf(fileName)) ?? plainText;
  let text = head(about);
  for (let number = 1; text.length + tail.length < bytes || number === 1; number += 1) text += row(number);
  return { text: text + tail };
}

/** In lower case, as those who compare extensions have them. */
function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
}

/** Bytes that do not get smaller by packing, behind the first ones by which a format is known. */
export function binaryLike(head: readonly number[], bytes: number): ContentSpec {
  let last = bytes;
  const rest = Array.from({ length: bytes - head.length }, () => {
    last = (Math.imul(last, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (last >> 16) & 0xff;
  });
  return { base64: btoa(String.fromCharCode(...head, ...rest)) };
}
