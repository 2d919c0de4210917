/** Texts that get lost when they are quoted, trimmed, parsed or taken for something else. */
import { traits } from "../data-trait.ts";

const controls = Array.from({ length: 31 }, (_, index) => String.fromCodePoint(index + 1)).join("");

export const textTraits = traits({
  "text-empty": "",
  "text-space": " ",
  "space-ends": "  two before, two after  ",
  "space-inner": "one  two   three",
  crlf: "first\r\nsecond\rthird\nfourth",
  tab: "\tone\ttwo\t",
  "newline-ends": "\nbetween\n",
  control: controls,
  delete: "before\u007fafter \u0080\u009f",
  nul: "before\u0000after",
  quotes: `"double" 'single' \`back\``,
  backslash: "C:\\new\\table\\\\ \\u0041 \\n \\",
  slash: "a/b //c </script>",
  html: "<b class=\"x\">bold</b> &amp; &lt; <script>alert('1')</script>",
  sql: "Robert'); DROP TABLE links;-- ' OR '1'='1",
  template: "${1+1} {{7*7}} #{3} <%= 4 %> $1 $& $$ %(name)s",
  percent: "100% %20 %00 %s %d %zz",
  plus: "a+b=c&d;e?f#g",
  json: '{"nested":"json","n":[1,2]}',
  csv: '=1+1,"a;b"\t|',
  "line-separators": "a\u2028b\u2029c\u0085d",
});
