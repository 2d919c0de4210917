/** The HTML report: one file with everything in it, which loads nothing from anywhere. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReportFormat } from "../format.ts";
import { withTypedReplays } from "../text/as-typed.ts";
import { documentHead } from "../text/document-head.ts";
import { html as escape, jsonForHtml, printable } from "../text/escape.ts";
import { NotBuiltError } from "./not-built-error.ts";
import { failureChunks, pageData } from "./page-data.ts";

const bundle = new URL("./ui/dist/", import.meta.url);

export const html: ReportFormat = {
  name: "html",
  fileName: "report.html",
  summary: "one self-contained page to read, search and hand on",
  render(found, options = {}) {
    const results = withTypedReplays(found, options);
    const script = readAsset("report.js");
    const style = readAsset("report.css");
    const data = pageData(results, options);
    const title = `${data.verdictWords}: ${printable(results.environment.name)} · trace-conformance`;
    const blocks = [block("data", data)];
    for (const { id, failures } of failureChunks(results)) blocks.push(block(id, failures));
    return `${documentHead(policy(script, style))}
<title>${escape(title)}</title>
<style>${style}</style>
<div id="app"><noscript>This report needs JavaScript to be read. Everything it says is in results.json, too.</noscript></div>
${blocks.join("\n")}
<script type="module">${script}</script>
</html>
`;
  },
};

/** Nothing may be loaded, and nothing but our own script and style may run, whatever a target wrote into its answers. */
function policy(script: string, style: string): string {
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function block(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonForHtml(value)}</script>`;
}

/** @throws NotBuiltError where there is none */
function readAsset(name: string): string {
  const file = new URL(name, bundle);
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new NotBuiltError(
      `the page of the HTML report was not built: ${fileURLToPath(file)} is missing; run: npm run prepare`,
      { cause },
    );
  }
}
