/** Sample reports, written by hand so that changed rules do not change the stored outputs. */
import type { CoverageReport, Report, RuleReport } from '../../../src/judge/index.js';
import { exchanges, noTimeline, timeline } from './sample-traffic.js';

export const passing: readonly RuleReport[] = [
  {
    id: 'operation/list-templates',
    sections: ['1', '4', '4.1'],
    level: 'must',
    outcome: 'pass',
    checked: 3,
    title: 'GET /templates accepts a valid request',
    findings: [],
  },
  {
    id: 'job/terminal-status-is-final',
    sections: ['3', '7'],
    level: 'must',
    outcome: 'pass',
    checked: 3,
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
      { kind: 'info', message: '200 application/json: { templates: [ { … } ] } (3 times)', exchange: 1 },
    ],
  },
  {
    id: 'rate-limit/returns-429',
    sections: ['7', '8'],
    level: 'must',
    outcome: 'not-covered',
    title: 'Exceeding the rate limit returns 429',
    reason: 'no request met a rate limit (--probe-rate-limit)',
    findings: [],
  },
];

const warning: RuleReport = {
  id: 'presentation/updated-at-is-valid',
  sections: ['2.1'],
  level: 'must',
  outcome: 'warn',
  title: 'A presentation has updated_at, ISO 8601 in UTC with milliseconds',
  reading: 'Milliseconds have three digits, and the zone is Z. Rare forms of ISO 8601 are warnings.',
  findings: [
    {
      kind: 'warn',
      message: 'updated_at has six decimal digits',
      expected: 'three digits',
      actual: '2026-01-15T09:30:12.000000Z',
      inWords: ['expected'],
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
  reading: 'Polls that overlap in time have no order.',
  findings: [
    {
      kind: 'fail',
      message: 'tokens_used decreases after a reply',
      expected: 'at least 310',
      actual: 12,
      inWords: ['expected'],
      path: 'tokens_used',
      exchange: 5,
      compared: 4,
      alsoBreaks: ['job/final-tokens-used-is-stable'],
      curl: 'curl -i -H "Authorization: Bearer $DECKHAND_API_KEY" https://staging.example/api/v1/presentations/generate/gen_1/status',
    },
    { kind: 'fail', message: 'tokens_used decreases at the end', expected: 1240, actual: 1239, exchange: 6 },
  ],
  more: 3,
};

const leaking: RuleReport = {
  id: 'job/error-only-when-failed',
  sections: ['2.2', '4.5'],
  level: 'must',
  outcome: 'fail',
  title: 'Only a failed job has an error',
  findings: [
    {
      kind: 'fail',
      message: 'error is present while completed',
      expected: 'no such field',
      actual: { code: 'none', details: [] },
      inWords: ['expected'],
      exchange: 6,
    },
  ],
};

/** The first rule shows its cause. */
const sameCause: RuleReport = {
  id: 'job/final-tokens-used-is-stable',
  sections: ['2.2', '3', '4.5'],
  level: 'must',
  outcome: 'fail',
  title: 'tokens_used of a completed job never changes',
  findings: [
    {
      kind: 'fail',
      message: 'tokens_used changes after completed',
      expected: 310,
      actual: 12,
      path: 'tokens_used',
      exchange: 5,
      sameCauseAs: 'job/tokens-used-never-decreases',
    },
  ],
};

const broken: RuleReport = {
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
    required: ['templates', 'start', 'status', 'completed', 'fetch', 'rename', 'keys'],
    added: [],
    waived: [],
  },
  gaps: [],
  uncovered: [{ topic: 'create', help: '--create-body' }],
};

export function report(parts: Partial<Report> & Pick<Report, 'rules'>): Report {
  const summary = { pass: 0, fail: 0, accepted: 0, warn: 0, info: 0, 'not-covered': 0, error: 0 };
  for (const { outcome } of parts.rules) summary[outcome]++;
  return {
    reportVersion: '1.0',
    tool: { name: 'deckhand', version: '0.1.0' },
    target: 'https://staging.example/api/v1',
    outcome: 'pass',
    evidence: full,
    summary,
    requests: 7,
    jobs: 2,
    startedAt: Date.UTC(2026, 0, 15, 9, 30, 12, 345),
    seconds: 94.25,
    operations: [
      {
        operation: 'listTemplates',
        endpoint: 'GET /templates',
        requests: 3,
        succeeded: 2,
        redirected: 0,
        refused: 1,
        limited: 0,
        serverErrors: 0,
        gateway: 0,
        lost: 0,
        latency: { p50: 4.12, p90: 11.2, p95: 11.2, p99: 11.2, max: 11.2 },
      },
      {
        operation: 'getGenerationStatus',
        endpoint: 'GET /presentations/generate/{generationId}/status',
        requests: 4,
        succeeded: 2,
        redirected: 0,
        refused: 0,
        limited: 0,
        serverErrors: 1,
        gateway: 1,
        lost: 0,
        latency: { p50: 120, p90: 340, p95: 340, p99: 340, max: 340 },
      },
    ],
    gateways: [],
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
  evidence: { ...full, gaps: [{ topic: 'run', reason: 'the run reached its time limit (--time-limit)' }] },
  rules: [failing, leaking, sameCause, broken, warning, ...passing],
  notes: ['startGeneration returned 429 with Retry-After 600 s; not retried'],
  access: { insecure: true, proxy: 'http://proxy.example:3128', headers: ['X-Gate'] },
  gateways: [{ status: 502, requests: 1 }],
  leftBehind: {
    jobs: [
      { id: 'gen_1', prompt: 'Harbour taxis (created by a contract check)' },
      { id: 'gen_2', isOther: true },
    ],
    presentations: [{ id: 'pres_1' }],
  },
});

/** Nothing is broken, but the run saw too little. */
export const incomplete = report({
  outcome: 'incomplete',
  reason:
    'the start of a job never succeeded (2 × 400), so status and completed were not seen (--template-id, --prompt)',
  evidence: {
    profile: {
      name: 'full',
      required: ['templates', 'start', 'status', 'completed', 'keys', 'job/tokens-used-never-decreases'],
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
      { topic: 'completed', reason: 'a completed job was not seen', causedBy: 'start' },
    ],
    uncovered: [{ topic: 'create', help: '--create-body' }],
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
    reason: 'no request shows it',
    findings: [],
  })),
  requests: 3,
  jobs: 0,
  seconds: 0,
  timeline: noTimeline,
  exchanges: [],
});

const acceptance = {
  reason: 'The counter is being rewritten (PRES-812)',
  owner: 'team decks',
  expires: '2026-03-31',
};

export const baseline = report({
  outcome: 'fail',
  reason: '1 baseline entry expired, 1 baseline entry no longer occurs',
  rules: [
    {
      ...failing,
      outcome: 'accepted',
      findings: failing.findings.map((finding) => ({ ...finding, accepted: acceptance })),
    },
    ...passing,
  ],
  baseline: [
    { rule: 'job/tokens-used-never-decreases', ...acceptance, state: 'holds' },
    {
      rule: 'job/error-only-when-failed',
      ...acceptance,
      message: 'while completed',
      expires: '2026-01-14',
      state: 'expired',
    },
    { rule: 'job/terminal-status-is-final', ...acceptance, operation: 'getGenerationStatus', state: 'gone' },
    { rule: 'rate-limit/returns-429', ...acceptance, state: 'not-judged' },
  ],
});
