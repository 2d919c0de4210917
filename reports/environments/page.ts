/** The page over the reports of several environments: a static table that loads nothing. */
import { createHash } from "node:crypto";
import { documentHead } from "../text/document-head.ts";
import { html as escape, htmlWithCode, printable } from "../text/escape.ts";
import { counted, duration, grouped } from "../text/numbers.ts";
import { severity, wordOf, type EnvironmentOutcome } from "./outcome.ts";

/** Colours meet WCAG AA on the paper, in both schemes. */
const style = `
:root { color-scheme: light dark; --paper: #fbfbfa; --line: #deded9; --ink: #1c1c1a; --quiet: #5d5d57; --link: #0b57b0;
  --good: #1a6e33; --bad: #b3211c; --open: #8a5200; }
@media (prefers-color-scheme: dark) { :root { --paper: #161615; --line: #393936; --ink: #ecece8; --quiet: #a9a9a2;
  --link: #8ab8f5; --good: #6fce8b; --bad: #ff8f87; --open: #ecb45c; } }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } p { margin: 0 0 1.25rem; color: var(--quiet); }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding: 0 0 .5rem; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th { border: 0; color: var(--quiet); font-weight: 500; } tbody th { font-weight: 600; overflow-wrap: anywhere; }
td small, th small { display: block; color: var(--quiet); font-weight: 400; overflow-wrap: anywhere; }
tbody th { min-width: 9rem; }
a { color: var(--link); } .good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
.word { font-weight: 600; white-space: nowrap; }
@media (max-width: 44rem) { thead { position: absolute; left: -999rem; } tr, th, td { display: block; }
  tr { border-top: 1px solid var(--line); padding: .5rem 0; } th, td, td.number { border: 0; padding: 0; text-align: left; }
  td.number::before { content: attr(data-label) " "; color: var(--quiet); } }
`;

/** @param reports names of the report files that each folder with results holds */
export function environmentsPage(outcomes: readonly EnvironmentOutcome[], reports: readonly string[]): string {
  const sorted = outcomes.toSorted((a, b) => severity(a.exitCode ?? 130) - severity(b.exitCode ?? 130));
  const green = outcomes.filter(({ exitCode }) => exitCode === 0).length;
  const hash = createHash("sha256").update(style).digest("base64");
  const title = `${grouped(green)} of ${counted(outcomes.length, "environment")} conformant`;
  return `${documentHead(`default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`)}
<title>${title} · trace-conformance</title>
<style>${style}</style>
<h1>${title}</h1>
<p>Each name leads to the report of its run. What needs attention stands first.</p>
<table>
<caption>Environments</caption>
<thead><tr><th scope="col">Environment</th><th scope="col">Verdict</th><th scope="col">What was found</th><th scope="col">Exchanges</th><th scope="col">Time</th></tr></thead>
<tbody>
${sorted.map((outcome) => row(outcome, reports)).join("\n")}
</tbody>
</table>
</html>
`;
}

function row(outcome: EnvironmentOutcome, reports: readonly string[]): string {
  const { name, run, exitCode, sentence, folder } = outcome;
  const [first, ...others] = reports.map((file) => [file, `${encodeURIComponent(folder)}/${file}`] as const);
  const shown = escape(printable(name));
  const linked = run && first ? `<a href="${first[1]}">${shown}</a>` : shown;
  const links = run ? others.map(([file, href]) => `<a href="${href}">${escape(file)}</a>`).join(" · ") : "";
  const kind = exitCode === 0 ? "good" : exitCode === 1 ? "bad" : "open";
  const code = exitCode === undefined ? "" : `<small>exit code ${String(exitCode)}</small>`;
  const where = run ? `<small>${escape(printable(run.baseUrl))} · ${escape(run.access)}</small>` : "";
  return `<tr><th scope="row">${linked}${where}</th><td><span class="word ${kind}">${wordOf(outcome)}</span>${code}</td><td>${htmlWithCode(printable(sentence))}${links === "" ? "" : `<small>${links}</small>`}</td><td class="number" data-label="Exchanges">${run ? grouped(run.exchanges) : "–"}</td><td class="number" data-label="Time">${run ? duration(run.durationMs) : "–"}</td></tr>`;
}
