/** The styles of job charts, and those for narrow screens and printing. */
export const chartStyle = `
rect.pass { fill: var(--pass); } rect.fail { fill: var(--fail); } rect.error { fill: var(--error); }
rect.accepted { fill: var(--accepted); } rect.warn { fill: var(--warn); } rect.observed { fill: var(--observed); }
rect.not-reached { fill: var(--not-reached); opacity: 0.55; }
rect.partly { fill: var(--pass); opacity: 0.45; }
.job { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 14px; padding: 14px 22px 12px; }
.job figcaption { margin-bottom: 10px; }
.job .moves { color: var(--quiet); font-size: 14px; margin-left: 10px; }
.legend.states { margin: 0 0 14px; }
.trace { display: block; overflow: visible; }
.trace .axis line { stroke: var(--line); }
.trace .axis text { fill: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
.segment { opacity: 0.3; }
.done { opacity: 0.5; fill: var(--generating); }
.generating { --state: var(--generating); } .awaiting_input { --state: var(--awaiting); }
.completed { --state: var(--completed); } .failed { --state: var(--failed); } .unknown { --state: var(--not-reached); }
.segment { fill: var(--state); }
.mark { fill: var(--state); stroke: var(--card); stroke-width: 1.5; }
.mark.failed { fill: none; stroke: var(--failed); stroke-width: 3.5; stroke-linecap: round; }
.mark.unknown { fill: var(--card); stroke: var(--quiet); }
.mark.start { stroke: var(--ink); stroke-width: 2.5; }
.mark.message { fill: var(--ink); stroke: var(--ink); }
.mark:hover { stroke: var(--ink); }
.legend .generating, .legend .awaiting_input, .legend .completed, .legend .failed { background: var(--state); }
.legend .awaiting_input { border-radius: 1px; transform: rotate(45deg) scale(0.9); }
.legend .completed { border-radius: 2px; }
.legend .failed { background: linear-gradient(45deg, transparent 40%, var(--failed) 40% 60%, transparent 60%), linear-gradient(-45deg, transparent 40%, var(--failed) 40% 60%, transparent 60%); border-radius: 0; }
.legend .unknown { background: none; border: 1.5px solid var(--quiet); }
.flag { display: inline-block; width: 0.7em; height: 0.8em; margin-right: 0.45em; background: var(--ink); clip-path: polygon(0 0, 100% 28%, 22% 56%, 22% 100%, 0 100%); }
@media (max-width: 640px) {
  header, main, footer { padding-inline: 16px; }
  .values { grid-template-columns: 1fr; }
  .card, .job { padding-inline: 14px; }
  .job .moves { display: block; margin-left: 0; }
  .trace .axis g:nth-of-type(even) text { display: none; }
  section { margin-top: 44px; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; --code: #f4f4f4; --fail-wash: #f4f4f4; }
  body { font-size: 11pt; }
  .card, .job, .questions > div, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  svg, .dot, .card, .values > div { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .card details::details-content { content-visibility: visible; block-size: auto; }
}
@media print and (prefers-color-scheme: dark) {
  :root { --pass: #2a8f60; --fail: #c8323c; --error: #a3278f; --accepted: #7552b8; --warn: #b97a06; --observed: #2f7cba; --generating: #2f7cba; --awaiting: #d08a08; --completed: #2a8f60; --failed: #c8323c; }
}
`;
