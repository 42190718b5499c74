/** The style of the page of a kept wall, in light and dark. */
export const keptStyle = `
:root { color-scheme: light dark; --ground: light-dark(#f6f7f9, #14171c); --card: light-dark(#fff, #1d2128); --line: light-dark(#d9dde3, #363c46);
  --text: light-dark(#1b2027, #e8eaee); --soft: light-dark(#59616d, #a3abb8); --bad: light-dark(#b3261e, #ff8a80); --change: light-dark(#7a5200, #f2c14e);
  --link: light-dark(#1457b8, #8ab8ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; }
header, section { padding: 1.25rem clamp(1rem, 3vw, 2.5rem) 0; }
main { padding-bottom: 3rem; }
h1, h2, h3, p { margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.125rem; margin-bottom: 0.75rem; }
h3 { font-size: 1rem; }
h3 span { color: var(--soft); font-weight: 400; }
header p { color: var(--soft); }
header .verdict { color: var(--text); font-size: 1.0625rem; font-weight: 600; }
a { color: var(--link); }
img { display: block; width: 100%; height: auto; background: #fff; border: 1px solid var(--line); border-radius: 4px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.875rem; margin-bottom: 1rem; }
.three { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 0.75rem; margin-top: 0.5rem; }
.three img { width: auto; max-width: 100%; max-height: 18rem; }
figure { margin: 0; }
figcaption, .job { color: var(--soft); font-size: 0.8125rem; }
.job::first-letter { text-transform: uppercase; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.scroll:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: separate; border-spacing: 0; min-width: 100%; table-layout: fixed; width: calc(9rem + var(--moments) * 11rem); }
th, td { padding: 0.5rem; vertical-align: top; text-align: left; }
th { font-weight: 600; }
tr > * + * { border-left: 1px solid var(--line); }
tbody tr > * { border-top: 1px solid var(--line); }
tr > th:first-child { position: sticky; left: 0; width: 9rem; background: var(--card); overflow-wrap: anywhere; z-index: 1; }
td > div.red img { outline: 3px solid var(--bad); }
td > div.changed img { outline: 3px solid var(--change); }
.tag { display: block; font-size: 0.8125rem; color: var(--soft); overflow-wrap: anywhere; }
.tag.bad, .bad { color: var(--bad); font-weight: 600; cursor: pointer; }
.tag.change { color: var(--change); font-weight: 600; }
details p { font-size: 0.8125rem; }
.mono { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 600px) { tr > th:first-child { width: 6rem; font-size: 0.8125rem; } table { width: calc(6rem + var(--moments) * 11rem); } }
`;
