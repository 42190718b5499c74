/** The styles of the page: the colours of both themes, fonts, and blocks. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f7f6f2; --card: #ffffff; --ink: #17202b; --quiet: #59636f; --line: #dedbd2; --code: #f1efe9; --link: #0b5f86;
  --pass: #2a8f60; --fail: #c8323c; --error: #a3278f; --accepted: #7552b8; --warn: #b97a06; --observed: #2f7cba;
  --not-reached: #a9adb3;
  --generating: #2f7cba; --awaiting: #d08a08; --completed: #2a8f60; --failed: #c8323c; --fail-wash: #fdf1f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11161d; --card: #19212a; --ink: #e8ebee; --quiet: #9eaab7; --line: #2e3844; --code: #222b36; --link: #7cc4ea;
    --pass: #4dbd88; --fail: #f26d70; --error: #dd7bce; --accepted: #ab8ff0; --warn: #e3ab45; --observed: #6db1e8;
    --not-reached: #65717e;
    --generating: #5ea7e2; --awaiting: #e8ac3c; --completed: #4dbd88; --failed: #f26d70; --fail-wash: #2a1d22;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main, footer { max-width: 1040px; margin: 0 auto; padding: 0 24px; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.012em; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(30px, 5.4vw, 50px); font-weight: 750; letter-spacing: -0.028em; margin: 6px 0 0; }
h2 { font-size: 24px; margin: 0 0 14px; }
h3 { font-size: 17px; }
p { margin: 6px 0; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 3px; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font: 0.87em/1.5 ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; unicode-bidi: isolate; }
code, p, li, dd, dt, h3, td, figcaption { overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
section { margin: 56px 0 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lead { color: var(--quiet); margin: -8px 0 16px; max-width: 84ch; text-wrap: pretty; }
.small, .rule, .sections, .more, .count { color: var(--quiet); font-size: 14px; }
.sections { font-size: 13.5px; font-weight: 400; font-variant-numeric: tabular-nums; }

header { padding-top: 36px; border-top: 6px solid var(--pass); max-width: none; padding-bottom: 4px; }
header > * { max-width: 992px; margin-inline: auto; }
header.fail { border-color: var(--fail); }
header.incomplete { border-color: var(--warn); }
header.error { border-color: var(--error); }
.brand { font-weight: 700; font-size: 15px; margin-bottom: 0; }
.brand span { color: var(--quiet); font-weight: 400; }
header h1 { color: var(--pass); }
header.fail h1 { color: var(--fail); }
header.incomplete h1 { color: var(--warn); }
header.error h1 { color: var(--error); }
header h1.long { font-size: clamp(20px, 3vw, 28px); letter-spacing: -0.015em; text-wrap: pretty; }
.facts { display: flex; flex-wrap: wrap; gap: 10px 40px; margin-block: 20px 24px; }
.facts dt { color: var(--quiet); font-size: 13px; }
.facts dd { margin: 0; font-variant-numeric: tabular-nums; }
.warning { border-left: 4px solid var(--warn); padding: 2px 0 2px 12px; font-weight: 600; }
.notes { color: var(--quiet); font-size: 14px; padding-left: 18px; }
.bar { display: block; border-radius: 99px; overflow: hidden; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 22px; list-style: none; padding: 0; margin-block: 12px 0; font-size: 14.5px; }
.legend a { text-decoration: none; }
.legend a:hover { text-decoration: underline; }
.dot { display: inline-block; width: 0.7em; height: 0.7em; border-radius: 50%; background: var(--not-reached); margin-right: 0.45em; }
.dot.pass { background: var(--pass); } .dot.fail { background: var(--fail); } .dot.error { background: var(--error); }
.dot.accepted { background: var(--accepted); } .dot.warn { background: var(--warn); } .dot.observed { background: var(--observed); }
.dot.partly { background: linear-gradient(90deg, var(--pass) 50%, var(--not-reached) 50%); }
.dot.missed, .dot.not-reached { background: none; border: 2px solid var(--not-reached); }
.dot.missed { border-color: var(--warn); }

.card { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--not-reached); border-radius: 8px; padding: 18px 22px; margin: 0 0 16px; }
.card.fail { border-left-color: var(--fail); } .card.error { border-left-color: var(--error); }
.card.accepted { border-left-color: var(--accepted); } .card.warn { border-left-color: var(--warn); }
.card.not-reached { padding-block: 13px; }
.rule { margin: 2px 0 0; }
.finding { border-top: 1px solid var(--line); margin-top: 14px; padding-top: 12px; }
.message { font-weight: 500; }
.others { border-top: 1px solid var(--line); margin-top: 14px; padding-top: 12px; }
.others .finding:first-of-type { border-top: 0; margin-top: 0; }
.acceptance { color: var(--accepted); font-size: 15px; }
.reading { color: var(--quiet); font-size: 14px; border-top: 1px solid var(--line); margin-top: 14px; padding-top: 10px; }
.values { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; margin: 10px 0; }
.values > div { background: var(--code); border-radius: 6px; padding: 7px 12px 9px; min-width: 0; }
.values .got { background: var(--fail-wash); }
.values .at { grid-column: 1 / -1; background: none; padding: 0; display: flex; align-items: baseline; gap: 8px; }
.card.warn .got, .card.accepted .got { background: var(--code); }
.values dt { font-size: 13px; color: var(--quiet); }
.values dd { margin: 0; }
.exchange { margin: 12px 0 8px; padding-left: 14px; border-left: 2px solid var(--line); }
.exchange p { margin: 2px 0; }
.exchange pre { margin-top: 6px; font-size: 13px; color: var(--quiet); }
.status { font-weight: 700; white-space: nowrap; }
.status::before { content: "→ "; color: var(--quiet); font-weight: 400; }
.side { display: inline-block; min-width: 5.2em; margin-right: 0.8em; font-family: system-ui, sans-serif; color: var(--quiet); }
.curl { background: var(--code); border-radius: 6px; padding: 10px 12px; margin-top: 6px; }
summary { cursor: pointer; color: var(--link); font-size: 14.5px; width: fit-content; }
summary b { color: var(--ink); }

.questions { margin: 0; columns: 2 360px; column-gap: 40px; }
.questions > div { break-inside: avoid; padding-bottom: 20px; }
.questions dt { font-weight: 600; }
.questions dt code, .plain code { display: block; color: var(--quiet); font-weight: 400; font-size: 12.5px; }
.questions dd { margin: 4px 0 0; }
.questions ul { margin: 0; padding-left: 16px; border-left: 0; }
.questions li::marker { color: var(--observed); }
.plain { list-style: none; margin: 6px 0 0; padding: 0; columns: 2 320px; column-gap: 36px; font-size: 15px; }
.plain li { break-inside: avoid; padding: 3px 0; }
.kind, #rules details { border-top: 1px solid var(--line); padding: 10px 0; }
.kind summary, #rules summary { width: auto; font-size: 16px; }
.kind summary .bar { margin: 8px 0 2px; max-width: 420px; }
.dots .dot { margin-right: 3px; width: 8px; height: 8px; border-width: 1.5px; }
.table { overflow-x: auto; margin-top: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 14.5px; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: 13px; }
th, td { padding: 5px 16px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; min-width: 4.5em; }
td:first-child { white-space: nowrap; }
td code { color: var(--quiet); font-size: 12.5px; }
footer { color: var(--quiet); font-size: 14px; margin-top: 64px; padding-block: 20px 48px; }
`;
