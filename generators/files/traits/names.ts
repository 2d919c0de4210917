/** Files of ordinary content under unusual file names. */
import { contentLike } from "../documents.ts";
import { contentFor, type FileTrait, fileOf } from "../file-trait.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  space: ["with two spaces.csv"],
  "space-ends": [" ends .txt "],
  quotes: [`a "double" and 'single'.txt`],
  semicolon: ["a;b=c,d.json"],
  percent: ["100%20%41.md"],
  backslash: ["a\\b.xml"],
  plus: ["a+b&c=d#e?.html"],
  // Alike once what is outside ASCII is left out, replaced, or loses its accents.
  nfc: ["r\u00e9sum\u00e9.txt", "r\u00e8sum\u00e8.txt"],
  nfd: ["re\u0301sume\u0301.txt"],
  cjk: ["漢字.csv"],
  rtl: ["שלום.txt"],
  emoji: ["😀.bin"],
  path: ["../up.css", "a/b/c.txt"],
  windows: ["C:\\folder\\x.md", "con.txt"],
  "dot-leading": [".hidden"],
  dots: ["a.tar.gz", "two..dots", "ends."],
  long: [`${"n".repeat(196)}.txt`],
  "no-extension": ["README"],
  "upper-case": ["PHOTO.JPG", "photo.jpg"],
  digits: ["007"],
  html: ["<b>x</b>.txt"],
  template: ["$&{{1}}$1.txt"],
  proto: ["__proto__", "constructor"],
};

/** In bytes, dealt among the names: small, and past what is commonly left as it is. */
const sizes = [1_300, 0, 5_100, 1_900, 20_500] as const;

/** Of a content that is no text nothing is a head or a row. */
const leastBinary = 1_200;

export const nameTraits: readonly FileTrait[] = [
  ...Object.entries(names).map(([kind, list], turn) => ({
    trait: `file.name-${kind}`,
    plain: false,
    files: list.map((fileName, index) => {
      const bytes = sizes[(turn + index) % sizes.length] ?? 0;
      // What is no text in any encoding, so that whoever makes one of it for the sake of the name spoils it.
      const content = fileName.endsWith(".bin")
        ? { bytes: Math.max(bytes, leastBinary), seed: turn + 21 }
        : contentLike(fileName, `name ${kind} ${index}`, bytes);
      return fileOf(`name-${kind}-${index}`, content, { fileName });
    }),
  })),
  {
    trait: "file.name-none",
    plain: false,
    doubtful: true,
    files: [fileOf("name-none", contentFor("no name"), { fileName: null })],
  },
  {
    trait: "file.name-empty",
    plain: false,
    doubtful: true,
    files: [fileOf("name-empty", contentFor("empty name"), { fileName: "" })],
  },
];
