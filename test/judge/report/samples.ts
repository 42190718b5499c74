/** Sample reports, written by hand so that changed rules do not change the stored outputs. */
import type { CoverageReport, Report, RuleReport } from '../../../src/judge/index.js';
import { exchanges, noTimeline, timeline } from './sample-traffic.js';

export const passing: readonly RuleReport[] = [
  {
    id: 'operation/list-templates',
    sections: ['1', '4', '4.1'],
    level: 'must',
    outcome: 'pass',
    checkedItems: 3,
    title: 'GET /templates accepts a valid request',
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
    id: 'open/template-list-shape',
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
    reason: 'no rate limit response (--probe-rate-limit)',
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
    {
      severity: 'warn',
      message: 'updated_at has six decimal digits',
      expected: 'three digits',
      actual: '2026-01-15T09:30:12.000000Z',
      descriptions: ['expected'],
      exchange: 6,
      curl: 'curl -i -H "x-api-key: $DECKHAND_API_KEY" https://staging.example/api/v1/presentations/generate/gen_1/status',
    },
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
    {
      severity: 'fail',
      message: 'tokens_used decreases after a reply',
      expected: 'at least 310',
      actual: 12,
      descriptions: ['expected'],
      bodyPath: 'tokens_used',
      exchange: 5,
      comparedWith: 4,
      alsoFails: ['job/final-tokens-used-is-stable'],
      curl: 'curl -i -H "Authorization: Bearer $DECKHAND_API_KEY" https://staging.example/api/v1/presentations/generate/gen_1/status',
    },
    {
      severity: 'fail',
      message: 'tokens_used decreases at the end',
      expected: 1240,
      actual: 1239,
      exchange: 6,
    },
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
    {
      severity: 'fail',
      message: 'error is present while completed',
      expected: 'no such field',
      actual: { code: 'none', details: [] },
      descriptions: ['expected'],
      exchange: 6,
    },
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
    {
      severity: 'fail',
      message: 'tokens_used changes after completed',
      expected: 310,
      actual: 12,
      bodyPath: 'tokens_used',
      exchange: 5,
      sameCauseAs: 'job/tokens-used-never-decreases',
    },
  ],
};

const faulty: RuleReport = {
  id: 'response/success-body-is-json',
  sections: ['4'],
  level: 'must',
  outcome: 'error',
  title: 'The body of a successful response is JSON',
  reason: 'the rule has a bug: TypeError: bytes is undefined',
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
  uncovered: [{ topic: 'create', flags: '--create-body' }],
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
    requests: 7,
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
  coverage: { ...full, gaps: [{ topic: 'run', reason: 'the run reached its time limit (--time-limit)' }] },
  rules: [failing, leaking, sameCause, faulty, warning, ...passing],
  notes: ['startGeneration returned 429 with Retry-After 600 s; not retried'],
  connection: { insecure: true, proxy: 'http://proxy.example:3128', headers: ['X-Gate'] },
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
        flags: '--template-id, --prompt',
      },
      { topic: 'status', reason: 'the status of a job was not requested', causedBy: 'start' },
      { topic: 'completed', reason: 'no completed job', causedBy: 'start' },
    ],
    uncovered: [{ topic: 'create', flags: '--create-body' }],
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
    reason: 'no exchange covers this rule',
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
  reason: '1 expired baseline entry, 1 unused baseline entry',
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
