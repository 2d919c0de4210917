/** Files of ordinary content under unusual file names. */
import { contentFor, type FileTrait, fileOf } from "../file-trait.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  space: ["with two spaces.txt"],
  "space-ends": [" ends .txt "],
  quotes: [`a "double" and 'single'.txt`],
  semicolon: ["a;b=c,d.txt"],
  percent: ["100%20%41.txt"],
  backslash: ["a\\b.txt"],
  plus: ["a+b&c=d#e?.txt"],
  nfc: ["r\u00e9sum\u00e9.txt"],
  nfd: ["re\u0301sume\u0301.txt"],
  cjk: ["漢字.txt"],
  rtl: ["שלום.txt"],
  emoji: ["😀.txt"],
  path: ["../up.txt", "a/b/c.txt"],
  windows: ["C:\\folder\\x.txt", "con.txt"],
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

export const nameTraits: readonly FileTrait[] = [
  ...Object.entries(names).map(([kind, list]) => ({
    trait: `file.name-${kind}`,
    plain: false,
    files: list.map((fileName, index) =>
      fileOf(`name-${kind}-${index}`, contentFor(`name ${kind} ${index}`), { fileName }),
    ),
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
