import { describe, expect, test } from 'vitest';
import {
  buildReport,
  type CoverageReport,
  formatHeadline,
  judge,
  reporters,
  validateBaseline,
  buildTrace,
  serviceRules as allRules,
  type BaselineEntry,
  type Finding,
  type Rule,
} from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';

const entry = { rule: 'job/failing', reason: 'known since May', owner: 'team decks', expires: '2026-03-31' };
const now = Date.UTC(2026, 2, 31, 23, 59);

const poll: Exchange = {
  sequence: 1,
  startedAt: 1000,
  endedAt: 1010,
  request: {
    method: 'GET',
    url: 'https://staging.example/api/v1/presentations/generate/gen_1/status',
    headers: [['x-api-key', 'mark']],
  },
};

const violation: Finding = { severity: 'fail', message: 'tokens decrease after a reply', exchange: 1 };
const other: Finding = { severity: 'fail', message: 'tokens decrease at the end' };

/** A rule with fixed findings. */
const rule = (id: string, findings: readonly Finding[], checked = 1): Rule => ({
  id,
  sections: ['2.2'],
  level: 'must',
  title: id,
  judge: () => ({ checked, findings }),
});

const interrupted: CoverageReport = {
  profile: { name: 'full', required: ['start'], added: [], waived: [] },
  gaps: [{ topic: 'run', reason: 'the run was interrupted', flags: [] }],
  uncovered: [],
};

function run(
  entries: readonly BaselineEntry[],
  rules: readonly Rule[],
  more: { coverage?: CoverageReport; at?: number } = {},
) {
  const { at = now, ...rest } = more;
  return buildReport({
    tool: { name: 'deckhand', version: '0' },
    target: 'https://staging.example/api/v1',
    trace: buildTrace([poll]),
    verdicts: judge([poll], { rules }),
    baseline: { entries, now: at },
    ...rest,
  });
}

describe('a known violation', () => {
  test('does not fail the run, and has the outcome suppressed', () => {
    const report = run([entry], [rule('job/failing', [violation, other])]);
    expect(report.outcome).toBe('pass');
    expect(report.summary).toMatchObject({ suppressed: 1, fail: 0 });
    const { rule: _, ...suppression } = entry;
    expect(report.rules[0]).toMatchObject({
      outcome: 'suppressed',
      findings: [{ suppression }, { suppression }],
    });
    expect(report.baseline).toEqual([{ ...entry, state: 'active', operations: ['getGenerationStatus'] }]);
  });

  test('suppresses only findings that contain its message', () => {
    const report = run([{ ...entry, message: 'after a reply' }], [rule('job/failing', [violation, other])]);
    expect(report.outcome).toBe('fail');
    const [first, second] = report.rules[0]?.findings ?? [];
    expect(first).not.toHaveProperty('suppression');
    expect(first?.message).toBe(other.message);
    expect(second?.suppression?.owner).toBe('team decks');
  });

  test('suppresses only findings about its operation', () => {
    const about = (operation: BaselineEntry['operation']) =>
      run([{ ...entry, ...(operation && { operation }) }], [rule('job/failing', [violation])]).rules[0]
        ?.outcome;
    expect(about('getGenerationStatus')).toBe('suppressed');
    expect(about('getPresentation')).toBe('fail');
  });

  test('does not suppress warnings: the entry of a rule that only warns is unused', () => {
    const report = run([entry], [rule('job/failing', [{ ...violation, severity: 'warn' }])]);
    expect(report.rules[0]?.outcome).toBe('warn');
    expect(report.baseline?.[0]?.state).toBe('unused');
  });
});

describe('an entry', () => {
  test('is valid to the end of its last day in UTC, then fails the run', () => {
    const report = run([entry], [rule('job/failing', [violation])], { at: now + 60_000 });
    expect(report.outcome).toBe('fail');
    expect(report.rules[0]?.outcome).toBe('fail');
    expect(report.baseline?.[0]?.state).toBe('expired');
    expect(formatHeadline(report)).toBe('Fail: 1 rule failed, 1 expired baseline entry.');
  });

  test('is a warning when its violation does not occur', () => {
    const report = run(
      [entry, { ...entry, rule: 'job/fixed' }],
      [rule('job/failing', [violation]), rule('job/fixed', [])],
    );
    expect(report.outcome).toBe('pass');
    expect(report.baseline?.map(({ state }) => state)).toEqual(['active', 'unused']);
  });

  test('says that it matches none of the findings when its operation or message is wrong', () => {
    const entries: readonly BaselineEntry[] = [
      { ...entry, operation: 'getPresentation' },
      { ...entry, message: 'tokens increase' },
    ];
    const report = run(entries, [rule('job/failing', [violation, other])]);
    expect(report.outcome).toBe('fail');
    expect(report.baseline?.map(({ state, otherViolations }) => [state, otherViolations])).toEqual([
      ['unused', 2],
      ['unused', 2],
    ]);
    for (const format of ['text', 'github', 'junit'] as const)
      expect(reporters[format](report).replace(/\s+/g, ' ')).toContain(
        'matches none of the 2 findings of this rule',
      );
  });

  test('of one operation is unused only if the rule judged this operation', () => {
    const perOperation: Rule = {
      ...rule('operation/failing', []),
      judge: () => ({
        checked: 1,
        findings: [],
        operations: [
          { operation: 'listTemplates', checked: 1 },
          { operation: 'getPresentation', checked: 0 },
        ],
      }),
    };
    const of = (operation: BaselineEntry['operation']) => ({
      ...entry,
      rule: 'operation/failing',
      ...(operation && { operation }),
    });
    const report = run([of('listTemplates'), of('getPresentation'), of(undefined)], [perOperation]);
    expect(report.baseline?.map(({ state }) => state)).toEqual(['unused', 'not-covered', 'unused']);
  });

  test('does not fail the run when its rule is not covered or not run', () => {
    const entries = [entry, { ...entry, rule: 'job/not-run' }];
    const report = run(entries, [rule('job/failing', [], 0), rule('job/passing', [])]);
    expect(report.outcome).toBe('pass');
    expect(report.baseline?.map(({ state }) => state)).toEqual(['not-covered', 'not-covered']);
  });

  test('is not unused after an incomplete run', () => {
    const report = run([entry], [rule('job/failing', [])], { coverage: interrupted });
    expect(report).toMatchObject({ outcome: 'incomplete', reason: 'the run was interrupted' });
    expect(report.baseline?.[0]?.state).toBe('not-covered');
  });

  test('does not hide that the run is incomplete', () => {
    const report = run([entry], [rule('job/failing', [violation])], { coverage: interrupted });
    expect(report.summary).toMatchObject({ suppressed: 1, fail: 0 });
    expect(report.outcome).toBe('incomplete');
  });
});

describe('a baseline file', () => {
  const good = { ...entry, rule: 'job/terminal-status-is-final' };
  const errorsIn = (value: unknown) => {
    const read = validateBaseline(value, allRules);
    return 'errors' in read ? read.errors.map(({ pointer, message }) => `${pointer} ${message}`) : [];
  };

  test('is a list of entries or empty', () => {
    expect(validateBaseline([good], allRules)).toEqual({ entries: [good] });
    expect(validateBaseline(null, allRules)).toEqual({ entries: [] });
    expect(errorsIn({ accept: [good] })).toEqual([' A baseline must be a list of known violations.']);
    expect(errorsIn(['job/terminal-status-is-final'])).toEqual([
      '/0 An entry must be an object with rule, reason, owner, expires.',
    ]);
  });

  test('needs a rule, a reason, an owner and an expiry date', () => {
    expect(errorsIn([{}])).toEqual([
      '/0 The entry has no rule.',
      '/0 The entry has no reason.',
      '/0 The entry has no owner.',
      '/0 The entry has no expires.',
    ]);
    expect(errorsIn([{ ...good, reason: '  ', owner: 7 }])).toEqual([
      '/0/reason reason must be a string that is not blank.',
      '/0/owner owner must be a string that is not blank.',
    ]);
  });

  test('gets all errors at once, each with its JSON pointer', () => {
    const wrong = [good, { ...good, rule: 'job/terminal-is-finale', expires: '2026-02-30', until: 'x' }];
    expect(errorsIn(wrong)).toEqual([
      '/1/until The field "until" is unknown.',
      '/1/rule The rule job/terminal-is-finale is unknown.',
      '/1/expires 2026-02-30 is not a date.',
    ]);
  });

  test('may contain only rules that can fail and existing operations', () => {
    expect(errorsIn([{ ...good, rule: 'unspecified/job-transitions' }])).toEqual([
      '/0/rule The rule unspecified/job-transitions cannot fail: its outcome is always info.',
    ]);
    expect(errorsIn([{ ...good, operation: 'deletePresentation' }])).toEqual([
      '/0/operation The operation deletePresentation is unknown.',
    ]);
  });

  test('must not suppress the same violation twice', () => {
    expect(errorsIn([good, { ...good, message: 'x' }, { ...good, owner: 'others' }])).toEqual([
      '/2 The entry suppresses the same violation as entry 1.',
    ]);
  });

  test('ignores fields of a prototype', () => {
    const value: unknown = JSON.parse(`[{"__proto__": ${JSON.stringify(good)}}]`);
    expect(errorsIn(value)).toContain('/0 The entry has no rule.');
    expect(errorsIn(value)).toContain('/0/__proto__ The field "__proto__" is unknown.');
  });
});
