/** Valid files of known formats: a service that parses and rewrites them would change their bytes. */
import type { ContentSpec } from "../../../spec/vocabulary/script.ts";
import { type FileTrait, fileOf } from "../file-trait.ts";

interface Format {
  readonly type: string;
  readonly content: ContentSpec;
}

/** Valid, but formatted as no serializer would write it, so that rewriting shows. */
const formats: Readonly<Record<string, Format>> = {
  json: { type: "application/json", content: { text: '{ "b" : 1.0,\r\n\t"a":[ ],"b": 2e0 }\n\n' } },
  xml: { type: "application/xml", content: { text: "<?xml version='1.0'?>\r\n<a  b='&#233;'><c></c></a>\n" } },
  html: { type: "text/html", content: { text: "<!DOCTYPE html><P>One<br>Two<script>/*1*/</script>&nbsp;" } },
  csv: { type: "text/csv", content: { text: '\ufeffa;"b, ""c"""\r\n=1+1;007;\r\n' } },
  txt: { type: "text/plain", content: { text: "mixed \r\n line \r ends \n and spaces   \u0000 \t" } },
  svg: {
    type: "image/svg+xml",
    content: { text: '<svg xmlns="http://www.w3.org/2000/svg" ><script>1</script></svg>' },
  },
  yaml: { type: "application/yaml", content: { text: "a: yes\nb: &x [1,\t2]\nc: *x\n" } },
  pdf: {
    type: "application/pdf",
    content: { text: "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF" },
  },
};

export const formatTraits: readonly FileTrait[] = Object.entries(formats).flatMap(([name, { type, content }]) => [
  {
    trait: `file.format-${name}`,
    plain: false,
    files: [fileOf(`format-${name}`, content, { fileName: `document.${name}`, contentType: type })],
  },
]);
