/** Hostile bodies for the API and for the control verbs. */
import type { Random } from './random.js';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const flowKeys = `{${Array.from({ length: 12_000 }, (_, index) => `k${index}`).join(',')}}`;
const bomb = Array.from({ length: 9 }, (_, index) =>
  index === 0
    ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
    : `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`,
).join('\n');
const merges = `base: &base {a: 1}\n${Array.from({ length: 3000 }, (_, index) => `m${index}: {<<: *base, b: 2}`).join('\n')}`;
const story = '"title":"T","steps":[{"complete":{}}]';

export const SHAPES = {
  /** JSON for control verbs. Most are refused; some are allowed, and make the sandbox worse. */
  control: [
    '{}',
    '[]',
    'null',
    '"text"',
    deep(3000),
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"by":1e308}',
    '{"by":-1}',
    '{"by":"999999h"}',
    '{"speed":1e-9}',
    '{"speed":1e308}',
    '{"on":"startGeneration","answer":{"status":500,"headers":{"Trailer":"x","Transfer-Encoding":"chunked"}}}',
    `{"on":"startGeneration","answer":{"status":500,"body":${deep(2500)}},"times":3}`,
    '{"on":"listTemplates","latency":"10ms","times":2}',
    '{"on":"listTemplates","connection":"reset","times":2}',
    '{"on":"listTemplates","corrupt":"truncated","times":2}',
    `{"scenario":{${story}}}`,
    `{"scenario":{${story},"match":[{"prompt":"(a+)+$"}]}}`,
    `{"yaml":${JSON.stringify(bomb)}}`,
    `{"text":${JSON.stringify(flowKeys.slice(0, 100_000))}}`,
    `{"text":${JSON.stringify(merges.slice(0, 100_000))}}`,
    '{"format":"deckhand-snapshot","version":1}',
    `{"message":"${'m'.repeat(100_000)}"}`,
    '{"data":true,"journal":true,"clock":true}',
    '{"plan":"__proto__"}',
    '{"name":"happy-path"}',
    '{"broken":',
  ],
  /** Faults that attackers activate in their own sandboxes. */
  faults: [
    '{"answer":{"status":500},"times":5}',
    '{"answer":{"status":429,"retry_after":"1s"},"times":20}',
    '{"connection":"reset","times":2}',
    '{"connection":"stall","times":1,"ttl":"2s"}',
    '{"corrupt":"truncated","times":3}',
    '{"corrupt":"malformed","times":3}',
    '{"latency":"200ms","times":3}',
    '{"drip":"100ms","times":3}',
  ],
  yaml: [
    flowKeys,
    bomb,
    merges,
    '['.repeat(50_000),
    '&a *a',
    '? '.repeat(5000),
    '!!js/function "x"',
    'title: T\nsteps: [{complete: }]\n',
  ],
  queries: [
    'limit=-1',
    'limit=1e9',
    'at=+275760-09-13',
    'status=((((',
    'after=%00',
    '__proto__[x]=1',
    'q='.padEnd(8000, 'a'),
  ],
} as const;

/** The body of a request that starts a job. */
export function hostileBody(random: Random): string {
  return random.of([
    '{"prompt":',
    '\u0000',
    deep(100_000),
    '{"prompt":null}',
    '{"prompt":"\\ud800"}',
    '{"__proto__":{"prompt":"x"},"prompt":"Tides"}',
    `{"prompt":"Tides","template_id":"${'t'.repeat(9000)}"}`,
    `{"prompt":"${'[scenario: '.repeat(700)}"}`,
    `{"prompt":"please create a a a ${'short '.repeat(1000)}"}`,
    '[{"prompt":"x"}]',
    '\ufeff{"prompt":"x"}',
    '{"prompt":1e999}',
  ]);
}
