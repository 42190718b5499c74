/** A report of the largest usual size: 100 jobs with 20 polls each, and a third of 120 rules failed, with long bodies. */
import type {
  ExchangeReport,
  JobTimeline,
  Report,
  RequestEvent,
  RuleReport,
} from '../../../src/judge/index.js';
import { fail } from './samples.js';

const [JOBS, POLLS, RULES, FINDINGS] = [100, 20, 120, 5] as const;

/** As long as the body that a finding cites can be. */
const long = JSON.stringify({
  presentation: { id: 'pres_1', is_public: true },
  sections: Array.from({ length: 45 }, (_, index) => ({
    title: `Slide ${index}`,
    layout: 'bullets',
    bullets: ['Quiet', 'Clean', 'Quick to build'],
    notes: { speaker: null, seconds: 12.5 * index },
  })),
}).slice(0, 4000);

const exchange = (sequence: number): ExchangeReport => ({
  sequence,
  offsetMs: sequence * 150,
  startedAt: Date.UTC(2026, 0, 15) + sequence * 150,
  durationMs: 40,
  method: 'GET',
  path: `/presentations/generate/gen_${Math.floor(sequence / POLLS)}/status`,
  key: 'key in Authorization',
  status: 200,
  responseBody: sequence < RULES * FINDINGS ? `${long}… (6000 characters)` : '{"status":"generating"}',
});

const event = (index: number, poll: number): RequestEvent => ({
  kind: 'poll',
  exchange: index * POLLS + poll,
  offsetMs: (index * POLLS + poll) * 150,
  durationMs: 40,
  result: '200',
  jobStatus: poll < POLLS - 1 ? 'generating' : 'completed',
  progress: { completed: poll, total: POLLS - 1 },
});

const job = (index: number): JobTimeline => ({
  id: `gen_${index}`,
  offsetMs: index * POLLS * 150,
  events: list(POLLS, (poll) => event(index, poll)),
});

const rule = (index: number): RuleReport => ({
  id: `job/rule-${index}`,
  sections: ['2.2', `4.${index % 7}`],
  level: 'must',
  outcome: index % 3 === 0 ? 'fail' : 'pass',
  title: `Rule ${index} passes`,
  findings:
    index % 3 === 0
      ? Array.from({ length: FINDINGS }, (_, finding) => ({
          severity: 'fail',
          message: `rule ${index} fails`,
          expected: 'another value',
          descriptions: ['expected'],
          actual: finding,
          exchange: index * FINDINGS + finding,
        }))
      : [],
});

const list = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const largeReport: Report = {
  ...fail,
  summary: { ...fail.summary, fail: RULES / 3, pass: RULES - RULES / 3, warn: 0 },
  rules: list(RULES, rule),
  timeline: { jobs: list(JOBS, job), otherRequests: { events: [] } },
  exchanges: list(JOBS * POLLS, exchange),
};
