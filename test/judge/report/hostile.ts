/** A report in which every string that a target can control is an attack. */
import type { Report } from '../../../src/judge/index.js';
import { baseline, fail } from './samples.js';

/** One attack for each output format and reader. */
const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></title></svg></pre><h1>owned</h1>',
  ']]><failure message="owned"/>',
  '&lt;b&gt; &#0; &nosuch; &quot',
  '\n::error title=owned::owned\n::stop-commands::owned',
  ' ##[error]owned ##vso[task.complete result=Succeeded;]owned ##teamcity[buildStop]',
  '%0A::add-mask::owned',
  '\r\u001b[2J\u001b]0;owned\u0007\u009b31m',
  '\u202eowned\u2066\u200b\ufeff\u2028\u0000\ud800\ufffe\u{e0041}',
  '| owned | `owned` ``owned`` ```\nowned\n``` </details> [owned](https://owned.example) ![owned](https://owned.example/x.png)',
  'https://owned.example www.owned.example @owned #1 $owned$ :owned: **owned** __owned__ ~~owned~~',
  '{{owned}} ${owned} `; rm -rf owned',
];

/** Fields with fixed values, which a target cannot control. */
const fixed = ['outcome', 'level', 'kind', 'severity', 'state', 'expires', 'descriptions', 'side'];

function withAttacks(value: unknown, attack: () => string, name = ''): unknown {
  if (typeof value === 'string') return fixed.includes(name) ? value : `${attack()} ${value}`;
  if (Array.isArray(value)) return value.map((item: unknown) => withAttacks(item, attack, name));
  if (typeof value !== 'object' || value === null) return value;
  // A target also controls the names of fields in `actual`.
  const isActual = name === 'actual';
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      isActual ? `${attack()} ${key}` : key,
      withAttacks(item, attack, isActual ? name : key),
    ]),
  );
}

const everything = {
  ...fail,
  rules: [...fail.rules, ...baseline.rules],
  summary: { ...fail.summary, suppressed: 1 },
  baseline: baseline.baseline,
};

/** All attacks in every field. */
export const hostileReport = withAttacks(everything, () => attacks.join(' ')) as Report;
