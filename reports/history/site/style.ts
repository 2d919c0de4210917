/** The style of the site, the colours those of the HTML report. They meet WCAG AA on every surface, in both schemes. */

/** A calendar of ten years has not more weeks. */
const maxColumns = 530;
const columns = Array.from(
  { length: maxColumns },
  (_, at) => `.c${String(at + 1)}{grid-column:${String(at + 1)}}`,
).join("");

export const styleSheet = `:root {
  color-scheme: light dark;
  --paper: #fbfbfa; --surface: #fff; --sunken: #f3f3f1; --line: #deded9; --ink: #1c1c1a; --quiet: #5d5d57; --link: #0b57b0;
  --p: #1a6e33; --f: #b3211c; --w: #8a5200; --v: #6a3fb5; --s: #62625c; --i: #2c5f8a; --e: #9b1a6a;
  --p-fill: #58b877; --f-fill: #c62a24; --w-fill: #e0a030; --v-fill: #9a79d8; --s-fill: #d5d5cf; --i-fill: #6ba3d0; --e-fill: #c9559e; --none: #ecece8;
  --f-tint: #fdeceb; --w-tint: #fcf3e1; --i-tint: #e9f2f9; --e-tint: #fbeaf4; --m-tint: #efeaf8;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161615; --surface: #1e1e1c; --sunken: #262624; --line: #393936; --ink: #ecece8; --quiet: #a9a9a2; --link: #8ab8f5;
    --p: #6fce8b; --f: #ff8f87; --w: #ecb45c; --v: #c3a5ff; --s: #a9a9a2; --i: #86bdea; --e: #f492cf;
    --p-fill: #2f8a50; --f-fill: #f0645c; --w-fill: #c98a20; --v-fill: #8c6ad0; --s-fill: #4a4a46; --i-fill: #4684b5; --e-fill: #c9559e; --none: #2a2a28;
    --f-tint: #3a1f1e; --w-tint: #35290f; --i-tint: #17293a; --e-tint: #381a2d; --m-tint: #2a2338;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans); overflow-wrap: anywhere; }
main, .top, footer { max-width: 90rem; margin: 0 auto; padding: 0 1.5rem; }
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; }
ul { padding: 0; list-style: none; }
h1 { margin: 1.5rem 0 .5rem; font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 2rem 0 .6rem; font-size: 1.3rem; letter-spacing: -.01em; scroll-margin-top: 1rem; }
h3 { margin: 1.2rem 0 .4rem; font-size: 1rem; }
a { color: var(--link); }
code { font: .85em var(--mono); }
.quiet, footer, figcaption { color: var(--quiet); }
.quiet { margin-bottom: .6rem; }
footer { margin: 3rem auto 2rem; font-size: .88rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: .5rem; top: .5rem; padding: .5rem 1rem; background: var(--surface); }
.skip-link { font-size: .88rem; }
.top { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 2rem; padding-top: 1rem; padding-bottom: .6rem; }
.top::after { content: ""; flex-basis: 100%; border-bottom: 1px solid var(--line); }
.product { font-weight: 650; }
.product span { color: var(--quiet); font-weight: 400; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
.top a { display: inline-block; padding: .25rem 0; color: var(--ink); text-decoration: none; }
.top a:hover { text-decoration: underline; }
.top [aria-current] { font-weight: 650; border-bottom: 2px solid var(--link); }
.st { font-weight: 600; white-space: nowrap; }
.st.p { color: var(--p); } .st.f { color: var(--f); } .st.w { color: var(--w); } .st.v, .st.m { color: var(--v); }
.st.s, .st.n { color: var(--s); } .st.i { color: var(--i); } .st.e { color: var(--e); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; }
.tile { padding: .6rem 1.1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; }
.tile b { display: block; font-size: 1.7rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.verdict { font-size: 1.15rem; }
.verdict .st { white-space: normal; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: .5rem 1.5rem; margin-top: .8rem; }
.facts dt { color: var(--quiet); font-size: .85rem; }
.news li { padding: .15rem 0; }
.wide { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
table { border-collapse: collapse; min-width: 100%; font-size: .92rem; overflow-wrap: normal; }
th, td { padding: .3rem .7rem; text-align: left; vertical-align: baseline; white-space: nowrap; }
thead th, thead td { position: sticky; top: 0; color: var(--quiet); font-weight: 600; font-size: .85rem; background: var(--sunken); border-bottom: 1px solid var(--line); }
tbody th { font-weight: 600; max-width: 22rem; overflow: hidden; text-overflow: ellipsis; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
td.num, .ops :is(td, th):nth-child(n + 2):nth-child(-n + 4), .ops :is(td, th):last-child, .tail :is(td, th):last-child,
.numbers :is(td, th):not(:first-child), .matrix thead th:is(:nth-child(4), :nth-child(5)) { text-align: right; font-variant-numeric: tabular-nums; }
td.why { min-width: 18rem; white-space: normal; color: var(--quiet); overflow-wrap: anywhere; }
td code { display: block; width: max-content; max-width: 26rem; white-space: normal; overflow-wrap: anywhere; }
td.other { background: var(--w-tint); }
.matrix tbody th, .matrix thead tr > :first-child { position: sticky; left: 0; background: var(--surface); z-index: 1; }
.matrix thead tr > :first-child { background: var(--sunken); }
.matrix th, .matrix td { padding: .3rem .5rem; }
.matrix thead a { writing-mode: vertical-rl; transform: rotate(180deg); padding: .2rem 0; text-decoration: none; }
.matrix thead th:has(> a) { padding: .3rem .2rem; text-align: center; vertical-align: bottom; }
.matrix thead th, .matrix thead td { vertical-align: bottom; }
.cells td { padding: 0 .3rem; text-align: center; color: var(--p); }
.matrix td.p, .matrix td.f, .matrix td.w, .matrix td.v, .matrix td.s, .matrix td.i, .matrix td.e { padding: 0 .15rem; text-align: center; }
.matrix td[class] > a { display: block; padding: .3rem .1rem; min-width: 1.5rem; text-decoration: none; }
td.p, td.p > a { color: var(--p); } td.s, td.s > a { color: var(--s); } td.v, td.v > a { color: var(--v); }
td.f { background: var(--f-tint); } td.f, td.f > a { color: var(--f); font-weight: 650; }
td.w { background: var(--w-tint); } td.w, td.w > a { color: var(--w); font-weight: 650; }
td.i { background: var(--i-tint); } td.i, td.i > a { color: var(--i); font-weight: 650; }
td.e { background: var(--e-tint); } td.e, td.e > a { color: var(--e); font-weight: 650; }
.calendar { margin: .8rem 0 .5rem; overflow-x: auto; padding: 2px; }
.months, .nights { display: grid; grid-auto-columns: minmax(0, 16px); gap: 2px; }
.months { color: var(--quiet); font-size: .8rem; height: 1.3rem; white-space: nowrap; grid-auto-flow: column; }
.nights { grid-auto-flow: column; grid-template-rows: repeat(7, auto); }
.nights > *, .legend i { display: block; aspect-ratio: 1; border-radius: 2px; background: var(--none); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; color: var(--quiet); font-size: .88rem; }
.legend li { display: flex; align-items: center; gap: .4rem; }
.legend i { width: 13px; }
.nights a, .nights .p, .legend .p { background: var(--p-fill); }
.nights .f, .legend .f { background: linear-gradient(45deg, transparent 43%, var(--paper) 43% 57%, transparent 57%), linear-gradient(-45deg, transparent 43%, var(--paper) 43% 57%, transparent 57%), var(--f-fill); }
.nights .i, .legend .i { background: linear-gradient(90deg, var(--i-fill) 50%, var(--none) 50%); }
.nights .n, .legend .n { background: var(--none); border: 2px solid var(--p-fill); }
.nights .x { visibility: hidden; }
.nights a:hover { outline: 2px solid var(--ink); }
.bar { display: inline-block; width: 18rem; height: 1rem; background: var(--none); border-radius: 2px; vertical-align: middle; }
.matrix .bar { width: 5rem; }
.later { content-visibility: auto; contain-intrinsic-size: auto 5000px; }
.bar path { stroke-width: 10; stroke: var(--none); }
.bp { background: var(--p-fill); }
.bar .p { stroke: var(--p-fill); } .bar .f { stroke: var(--f-fill); } .bar .w { stroke: var(--w-fill); } .bar .v { stroke: var(--v-fill); }
.bar .s { stroke: var(--s-fill); } .bar .i { stroke: var(--i-fill); } .bar .e { stroke: var(--e-fill); }
.chart { display: grid; grid-template-columns: auto 1fr; gap: .2rem .6rem; max-width: 60rem; margin: .6rem 0 1rem; }
.chart svg { width: 100%; height: 11rem; overflow: visible; }
.chart .y { display: flex; flex-direction: column; justify-content: space-between; text-align: right; margin: -.7em 0; }
.chart .y, .chart .x { color: var(--quiet); font-size: .8rem; font-variant-numeric: tabular-nums; }
.chart .x { grid-column: 2; display: flex; justify-content: space-between; }
.chart figcaption { grid-column: 2; font-size: .88rem; }
.spark path, path.p50, path.p95, path.grid { fill: none; vector-effect: non-scaling-stroke; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.spark path, path.p95 { stroke: var(--w); } path.p50 { stroke: var(--i); stroke-width: 1.5; } path.grid { stroke: var(--line); stroke-width: 1; }
.spark { width: 8rem; height: 1.2rem; vertical-align: middle; overflow: visible; }
.key { display: inline-block; width: 1.2rem; height: 0; border-top: 3px solid; vertical-align: middle; }
.key.p95 { color: var(--w); } .key.p50 { color: var(--i); }
details { margin: .4rem 0; }
summary { cursor: pointer; padding: .15rem 0; }
.ids { padding: .3rem 0 .3rem 1rem; line-height: 1.9; }
.ids a { margin-right: .6rem; }
.statement { font-size: 1.1rem; max-width: 60rem; }
@media (max-width: 40rem) {
  main, .top, footer { padding-left: .9rem; padding-right: .9rem; }
  h1 { font-size: 1.6rem; }
  .months, .nights { gap: 1px; }
  .months { font-size: .7rem; }
  .tile { padding: .4rem .8rem; }
  tbody th { min-width: 7.5rem; max-width: 9rem; white-space: normal; overflow-wrap: anywhere; }
  .ops tbody th { max-width: none; white-space: nowrap; }
  .bar { width: 11rem; }
}
@media print { .top nav, .skip-link { display: none; } .wide { overflow: visible; } }
${columns}
`;
