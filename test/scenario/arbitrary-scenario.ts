/**
 * Generates valid scenarios with every kind of step, condition and effect, in every notation. Times are short, so that a few dozen
 * requests cover most of a scenario.
 */
import fc from '../fast-check.js';
import type { Fault, FaultResponse, OperationId, Scenario, Step } from '../../src/generated/control-api.js';
import { routes } from '../../src/generated/routes.js';

const JSON_RULE = 'response/success-body-is-json';
const JOB_OPERATIONS: OperationId[] = ['getGenerationStatus', 'sendGenerationMessage'];
const OPERATIONS = routes.map(({ operationId }) => operationId);

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
const stepText = fc.oneof(
  text,
  fc.constantFrom('Slide {slide} of {slides_total}', '{slide}{slide}', '{slides_completed} done', '{slides'),
);

const milliseconds = fc.nat({ max: 4000 });
const format = (time: number): string => (time % 100 === 0 ? `${time / 1000}s` : `${time}ms`);
const duration = milliseconds.map(format);
const durationRange = fc.oneof(
  duration,
  fc
    .tuple(milliseconds, milliseconds)
    .map(([one, other]) => `${format(Math.min(one, other))}..${format(Math.max(one, other))}`),
);

const count = fc.nat({ max: 12 });
const percent = fc.nat({ max: 110 });
const slides = fc.oneof(
  count,
  count.map(String),
  percent.map((value) => `${value}%`),
  fc.tuple(count, percent).map(([from, to]) => `${from}..${to}%`),
  fc.tuple(count, count).map(([from, more]) => `${from}..${from + more}`),
  fc.tuple(percent, percent).map(([from, more]) => `${from}%..${from + more}%`),
);

/** A value for each field of a step. A new field that is missing below fails the type check. */
type StepFields<Kind extends keyof Step> = Record<
  Exclude<keyof NonNullable<Step[Kind]>, 'status_fields' | 'presentation'>,
  fc.Arbitrary<unknown>
>;

const stepProbability = fc.constantFrom(0.3, 0.7, 1);

/** A generate step. `tokens` are the tokens that it adds: before its start, and during the step. */
const generate = fc.record(
  {
    for: durationRange,
    slides,
    slides_total: fc.nat({ max: 14 }),
    progress: fc.constantFrom(true, true, true, false),
    tokens: fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 900 })),
    current_step: stepText,
    probability: stepProbability,
  } satisfies StepFields<'generate'>,
  { requiredKeys: ['for'] },
);
const ask = fc.oneof(
  fc.record({ message: text }),
  fc.record({ message: text, timeout: durationRange, on_timeout: fc.constant('continue' as const) }),
  fc.record(
    {
      message: text,
      timeout: durationRange,
      on_timeout: fc.constant('fail' as const),
      error: text,
      probability: stepProbability,
    } satisfies StepFields<'ask'>,
    { requiredKeys: ['message', 'timeout'] },
  ),
);

const section = fc.record(
  {
    title: fc.string({ unit: 'grapheme', maxLength: 30 }),
    layout: fc.constantFrom('title' as const, 'bullets' as const, 'quote' as const, 'closing' as const),
    bullets: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: ['title'] },
);
const end: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ complete: null }),
  fc
    .record(
      {
        title: text,
        sections: fc.oneof(fc.nat({ max: 20 }), fc.array(section, { maxLength: 4 })),
        tokens: fc.constantFrom(0, 1_000_000),
        is_public: fc.boolean(),
      } satisfies StepFields<'complete'>,
      { requiredKeys: [] },
    )
    .map((complete) => ({ complete })),
  text.map((error) => ({ fail: { error } })),
  fc.constantFrom<Step>({ stall: null }, { stall: { current_step: 'Still at {slide}' } }),
);

const steps: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(fc.oneof({ weight: 3, arbitrary: generate }, ask), { maxLength: 5 }), end)
  .map(([parts, last]) => {
    let total = 0;
    const compiled = parts.map((part): Step => {
      if (!('for' in part)) return { ask: part };
      const { tokens, slides, slides_total, progress = true, ...others } = part;
      const progressFields = {
        ...(slides !== undefined && { slides }),
        ...(slides_total !== undefined && { slides_total }),
      };
      const rest = progress ? { ...others, ...progressFields } : { ...others, progress: false as const };
      if (!tokens) return { generate: rest };
      const from = total + tokens[0];
      const to = from + tokens[1];
      const range = from === total ? to : `${from}..${to}`;
      total = to;
      return { generate: { ...rest, tokens: range } };
    });
    return [...compiled, last];
  });

const response: fc.Arbitrary<FaultResponse> = fc.record(
  {
    status: fc.constantFrom(400, 401, 403, 404, 409, 418, 429, 500, 502, 503, 504, 599),
    retry_after: duration,
    headers: fc.constant({ 'X-From': 'the scenario' }),
  },
  { requiredKeys: ['status'] },
);
const effect = fc.oneof(
  fc.record({ connection: fc.constantFrom('reset' as const, 'timeout' as const) }),
  fc.record({ response }),
  fc.record({ latency: durationRange }),
  fc.record({ drip: duration, latency: durationRange }),
  fc.record({ corrupt: fc.constantFrom('truncated' as const, 'malformed' as const) }),
);
const requests = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 9 }).map((from) => `${from}..`),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.nat({ max: 4 }))
    .map(([from, more]) => `${from}..${from + more}`),
);
const during = fc.oneof(
  duration.map((from) => `${from}..`),
  fc.tuple(milliseconds, milliseconds).map(([from, more]) => `${format(from)}..${format(from + more)}`),
);
const probability = fc.constantFrom(0.1, 0.5, 1);

const jobFault = fc.record(
  {
    operation: fc.oneof(fc.constantFrom(...JOB_OPERATIONS), fc.constant<OperationId[]>(JOB_OPERATIONS)),
    requests,
    during,
    probability,
  },
  { requiredKeys: ['operation'] },
);
const anyFault = fc.record(
  {
    operation: fc.oneof(
      fc.constantFrom(...OPERATIONS),
      fc.uniqueArray(fc.constantFrom(...OPERATIONS), { minLength: 1 }),
    ),
    requests,
    probability,
  },
  { requiredKeys: ['operation', 'requests'] },
);
const fault: fc.Arbitrary<Fault> = fc
  .tuple(fc.oneof(jobFault, anyFault), effect)
  .map(([condition, one]) => ({ ...condition, ...one }));

/** Scenarios without faults, rate limits and access settings: every request is handled by its operation. */
export const arbitraryFaultFreeScenario: fc.Arbitrary<Scenario> = fc.record(
  { title: text, description: text, seed: fc.nat(), steps },
  { requiredKeys: ['title', 'description', 'steps'] },
);

export const arbitraryScenario: fc.Arbitrary<Scenario> = fc
  .record(
    {
      title: text,
      description: text,
      match: fc.record({ prompt: text, template_id: fc.constantFrom('tpl_pitch', 'tpl_lesson') }),
      workspace: fc.constantFrom<NonNullable<Scenario['workspace']>>(
        { plan: 'max' },
        { plan: 'pro' },
        { api_enabled: false },
        { plan: 'business', api_enabled: true },
      ),
      rate_limit: fc.constantFrom('5/1s', '20/1m', '1/250ms'),
      seed: fc.nat(),
      steps,
      faults: fc.array(fault, { maxLength: 4 }),
    },
    { requiredKeys: ['title', 'description', 'steps'] },
  )
  .map((scenario): Scenario => {
    const isCorrupt = scenario.faults?.some(({ corrupt }) => corrupt !== undefined);
    return isCorrupt ? { ...scenario, violates: [JSON_RULE] } : scenario;
  });
