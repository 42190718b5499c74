/** Sample reports. Their findings are written by hand, so that changed rules do not change the stored outputs. */
import type { CoverageReport, Finding, FindingReport, Report, RuleReport } from '../../../src/judge/index.js';
import { description } from '../../../src/judge/description.js';
import { ExchangeIndex } from '../../../src/judge/report/exchange-index.js';
import { buildFindingReport } from '../../../src/judge/report/finding-report.js';
import { connection, exchanges, noTimeline, timeline, wire } from './sample-traffic.js';

const index = new ExchangeIndex(wire, []);

/** @param more what other rules and the baseline add */
const toReport = (finding: Finding, more: Partial<FindingReport> = {}): FindingReport => ({
  ...buildFindingReport(finding, index),
  ...more,
});

export const passing: readonly RuleReport[] = [
  {
    id: 'operation/accepts-valid-request',
    sections: ['1', '4', '4.1'],
    level: 'must',
    outcome: 'pass',
    checkedItems: 3,
    title: 'Each operation accepts a valid request',
    findings: [],
  },
  {
    id: 'job/terminal-status-is-final',
    sections: ['3', '7'],
    level: 'must',
    outcome: 'pass',
    checkedItems: 3,
    title: 'A finished job never changes',
    findings: [],
  },
  {
    id: 'unspecified/response-bodies',
    sections: ['2.3', '4.1'],
    level: 'may',
    outcome: 'info',
    title: 'What is the shape of the list of templates?',
    findings: [
      { severity: 'info', message: '200 application/json: { templates: [ { … } ] } (3 times)', exchange: 1 },
    ],
  },
  {
    id: 'rate-limit/returns-429',
    sections: ['7', '8'],
    level: 'must',
    outcome: 'not-covered',
    title: 'Exceeding the rate limit returns 429',
    reason: { text: 'no rate limit response', flags: ['--probe-rate-limit'] },
    findings: [],
  },
];

const warning: RuleReport = {
  id: 'presentation/updated-at-is-valid',
  sections: ['2.1'],
  level: 'must',
  outcome: 'warn',
  title: 'A presentation has updated_at, ISO 8601 in UTC with milliseconds',
  interpretation: 'Milliseconds have three digits, and the zone is Z. Rare forms of ISO 8601 are warnings.',
  findings: [
    toReport({
      severity: 'warn',
      message: 'updated_at has six decimal digits',
      expected: description('three digits'),
      actual: '2026-01-15T09:31:46.000000Z',
      path: 'presentation.updated_at',
      exchange: 6,
    }),
  ],
};

const advice: RuleReport = {
  id: 'advice/retry-after-may-be-unreadable',
  sections: ['7', '8'],
  level: 'may',
  outcome: 'info',
  checkedItems: 1,
  title: 'Is Retry-After a number of seconds or a date?',
  findings: [
    toReport({
      severity: 'info',
      message: 'Retry-After is "soon", neither seconds nor a date: wait for a time of your own',
      exchange: 8,
    }),
  ],
};

export const failing: RuleReport = {
  id: 'job/tokens-used-never-decreases',
  sections: ['2.2'],
  level: 'must',
  outcome: 'fail',
  title: 'tokens_used never decreases during a job',
  interpretation: 'Polls that overlap in time have no order.',
  findings: [
    toReport(
      {
        severity: 'fail',
        message: 'tokens_used decreases after a reply',
        expected: description('at least 310'),
        actual: 12,
        path: 'tokens_used',
        exchange: 5,
        comparedWith: 3,
        effectOf: 4,
      },
      { alsoFails: ['job/final-tokens-used-is-stable'] },
    ),
    toReport({
      severity: 'fail',
      message: 'tokens_used decreases at the end',
      expected: 1240,
      actual: 1239,
      exchange: 6,
    }),
  ],
  omittedFindings: 3,
};

const leaking: RuleReport = {
  id: 'job/error-only-when-failed',
  sections: ['2.2', '4.5'],
  level: 'must',
  outcome: 'fail',
  title: 'Only a failed job has an error',
  findings: [
    toReport({
      severity: 'fail',
      message: 'error is present while completed',
      expected: description('no such field'),
      actual: { code: 'none', details: [] },
      exchange: 6,
    }),
  ],
};

const unprotected: RuleReport = {
  id: 'auth/rejects-invalid-key',
  sections: ['4', '5'],
  level: 'must',
  outcome: 'fail',
  title: 'Each operation rejects an invalid key',
  findings: [
    toReport({
      severity: 'fail',
      message:
        'PATCH /presentations/{id} rejects a request with the key without its last character but performs it',
      expected: 'Harbour taxis',
      actual: '[deckhand check] Häfen 🚢',
      path: 'title',
      exchange: 10,
      effectOf: 9,
    }),
  ],
};

/** Has the root cause of the first failing rule. */
const sameCause: RuleReport = {
  id: 'job/final-tokens-used-is-stable',
  sections: ['2.2', '3', '4.5'],
  level: 'must',
  outcome: 'fail',
  title: 'tokens_used of a completed job never changes',
  findings: [
    toReport(
      {
        severity: 'fail',
        message: 'tokens_used changes after completed',
        expected: 310,
        actual: 12,
        path: 'tokens_used',
        exchange: 5,
      },
      { sameCauseAs: 'job/tokens-used-never-decreases' },
    ),
  ],
};

const faulty: RuleReport = {
  id: 'response/success-body-is-json',
  sections: ['4'],
  level: 'must',
  outcome: 'error',
  title: 'The body of a successful response is JSON',
  reason: { text: 'the rule has a bug: TypeError: bytes is undefined', flags: [] },
  findings: [],
};

const full: CoverageReport = {
  profile: {
    name: 'full',
    required: ['templates', 'start', 'status', 'completed', 'fetch', 'rename', 'auth'],
    added: [],
    waived: [],
  },
  gaps: [],
  uncovered: [{ topic: 'create', flags: ['--create-body'] }],
};

export function report(parts: Partial<Report> & Pick<Report, 'rules'>): Report {
  const summary = { pass: 0, fail: 0, suppressed: 0, warn: 0, info: 0, 'not-covered': 0, error: 0 };
  for (const { outcome } of parts.rules) summary[outcome]++;
  return {
    reportVersion: '1.0',
    tool: { name: 'deckhand', version: '0.1.0' },
    target: 'https://staging.example/api/v1',
    outcome: 'pass',
    coverage: full,
    summary,
    requests: 10,
    jobs: 2,
    startedAt: Date.UTC(2026, 0, 15, 9, 30, 12, 345),
    durationSeconds: 94.25,
    operations: [
      {
        operation: 'listTemplates',
        endpoint: 'GET /templates',
        requests: 3,
        succeeded: 2,
        redirected: 0,
        clientErrors: 1,
        rateLimited: 0,
        serverErrors: 0,
        gatewayResponses: 0,
        networkErrors: 0,
        latencyMs: { p50: 4.12, p90: 11.2, p95: 11.2, p99: 11.2, max: 11.2 },
      },
      {
        operation: 'getGenerationStatus',
        endpoint: 'GET /presentations/generate/{generationId}/status',
        requests: 4,
        succeeded: 2,
        redirected: 0,
        clientErrors: 0,
        rateLimited: 0,
        serverErrors: 1,
        gatewayResponses: 1,
        networkErrors: 0,
        latencyMs: { p50: 120, p90: 340, p95: 340, p99: 340, max: 340 },
      },
    ],
    gatewayResponses: [],
    timeline,
    exchanges,
    notes: [],
    ...parts,
  };
}

export const pass = report({ rules: passing });

export const fail = report({
  outcome: 'fail',
  reason: 'the run reached its time limit (--time-limit)',
  coverage: {
    ...full,
    gaps: [{ topic: 'run', reason: 'the run reached its time limit (--time-limit)', flags: [] }],
  },
  rules: [failing, leaking, unprotected, sameCause, faulty, warning, ...passing, advice],
  notes: ['startGeneration returned 429 with Retry-After 600 s; not retried'],
  connection,
  gatewayResponses: [{ status: 502, requests: 1 }],
  createdResources: {
    jobs: [
      { id: 'gen_1', prompt: 'Harbour taxis (created by a contract check)' },
      { id: 'gen_2', inOtherWorkspace: true },
    ],
    presentations: [{ id: 'pres_1' }],
  },
});

/** No violation, but required topics are not covered. */
export const incomplete = report({
  outcome: 'incomplete',
  reason:
    'the start of a job never succeeded (2 × 400), so status and completed are not covered (--template-id, --prompt)',
  coverage: {
    profile: {
      name: 'full',
      required: ['templates', 'start', 'status', 'completed', 'auth', 'job/tokens-used-never-decreases'],
      added: ['job/tokens-used-never-decreases'],
      waived: ['fetch', 'rename'],
    },
    gaps: [
      {
        topic: 'start',
        reason: 'the start of a job never succeeded (2 × 400)',
        flags: ['--template-id', '--prompt'],
      },
      { topic: 'status', reason: 'the status of a job was not requested', flags: [], causedBy: 'start' },
      { topic: 'completed', reason: 'no completed job', flags: [], causedBy: 'start' },
    ],
    uncovered: [{ topic: 'create', flags: ['--create-body'] }],
  },
  rules: passing,
  jobs: 0,
});

/** The target did not respond, so no rule was judged. */
export const notCovered = report({
  outcome: 'error',
  reason: 'the target does not respond: connect ECONNREFUSED',
  rules: passing.map((rule) => ({
    ...rule,
    outcome: 'not-covered',
    reason: { text: 'no exchange covers this rule', flags: [] },
    findings: [],
  })),
  requests: 3,
  jobs: 0,
  durationSeconds: 0,
  timeline: noTimeline,
  exchanges: [],
});

const suppression = {
  reason: 'The counter is being rewritten (PRES-812)',
  owner: 'team decks',
  expires: '2026-03-31',
};

export const baseline = report({
  outcome: 'fail',
  reason: '1 expired baseline entry',
  rules: [
    {
      ...failing,
      outcome: 'suppressed',
      findings: failing.findings.map((finding) => ({ ...finding, suppression })),
    },
    ...passing,
  ],
  baseline: [
    { rule: 'job/tokens-used-never-decreases', ...suppression, state: 'active' },
    {
      rule: 'job/error-only-when-failed',
      ...suppression,
      message: 'while completed',
      expires: '2026-01-14',
      state: 'expired',
    },
    {
      rule: 'job/terminal-status-is-final',
      ...suppression,
      operation: 'getGenerationStatus',
      state: 'unused',
    },
    { rule: 'rate-limit/returns-429', ...suppression, state: 'not-covered' },
  ],
});
