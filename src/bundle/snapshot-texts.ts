/** Replaces the texts of users in a snapshot by placeholders, with those of its exchanges. Its times and figures stay. */
import { bundledScenarios } from '../generated/bundled-scenarios.js';
import type { Scenario, Snapshot, Step } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { anonymised } from '../replay/anonymise.js';
import type { Anonymiser } from '../replay/anonymiser.js';
import { exchangeWithoutTexts } from './without-texts.js';

/** The snapshot without its digest, which its new content needs. */
export function snapshotWithoutTexts(
  { digest: _, ...snapshot }: Snapshot,
  names: Anonymiser,
): Omit<Snapshot, 'digest'> {
  const plain = plainly(names);
  const exchanges = snapshot.journal.exchanges as unknown as readonly Exchange[];
  return {
    ...snapshot,
    scenarios: snapshot.scenarios.map((entry) => ({
      ...entry,
      scenario: isBundled(entry.scenario) ? entry.scenario : scenarioWithoutTexts(entry.scenario, names),
    })),
    faults: snapshot.faults.map((fault) => withPlainAnswer(fault, names)),
    jobs: snapshot.jobs.map((job) => ({
      ...job,
      prompt: names.text('Text', job.prompt),
      events: plain(job.events),
      ...(job.renamed && { renamed: plain(job.renamed) }),
    })),
    presentations: plain(snapshot.presentations),
    journal: {
      ...snapshot.journal,
      exchanges: exchanges.map((exchange) => exchangeWithoutTexts(exchange, names)) as never,
    },
  };
}

/** The texts of bundled scenarios are in every installation. */
function isBundled(scenario: Scenario): boolean {
  const text = JSON.stringify(scenario);
  return Object.values(bundledScenarios).some((own) => JSON.stringify(own) === text);
}

/** Only texts that clients see, and the description. Numbers, times and the notations of the scenario stay. */
function scenarioWithoutTexts(scenario: Scenario, names: Anonymiser): Scenario {
  const { description: _, ...rest } = scenario;
  return {
    ...rest,
    ...storyWithoutTexts(scenario, names),
    ...(scenario.jobs && {
      jobs: scenario.jobs.map((job) => ({ ...job, ...storyWithoutTexts(job, names) })),
    }),
  };
}

type Story = Pick<Scenario, 'steps' | 'faults'>;

function storyWithoutTexts({ steps, faults }: Story, names: Anonymiser): Story {
  return {
    steps: steps.map((step) => stepWithoutTexts(step, names)),
    ...(faults && { faults: faults.map((fault) => withPlainAnswer(fault, names)) }),
  };
}

function stepWithoutTexts({ work, ask, fail, complete, stay }: Step, names: Anonymiser): Step {
  const plain = plainly(names);
  if (ask) {
    const { message, error, view } = ask;
    return {
      ask: { ...ask, ...plain({ message, ...(error !== undefined && { error }), ...(view && { view }) }) },
    };
  }
  if (fail) return { fail: plain(fail) };
  if (complete) return { complete: plain(complete) };
  const { current_step: text, view } = work ?? stay ?? {};
  const shown = {
    ...(text !== undefined && { current_step: stepText(text, names) }),
    ...(view && { view: plain(view) }),
  };
  if (work) return { work: { ...work, ...shown } };
  return { stay: stay ? { ...stay, ...shown } : null };
}

/** A text with a placeholder such as `{slide}` keeps its placeholders. */
function stepText(text: string, names: Anonymiser): string {
  const placeholders = [...text.matchAll(/\{(?:slide|done|slides)\}/g)].map(([found]) => found);
  return [names.text('Step', text), ...placeholders].join(' ');
}

function withPlainAnswer<Fault extends { readonly answer?: { readonly body?: unknown } }>(
  fault: Fault,
  names: Anonymiser,
): Fault {
  if (!fault.answer) return fault;
  return { ...fault, answer: { ...fault.answer, body: plainly(names)(fault.answer.body) } };
}

function plainly(names: Anonymiser): <Value>(value: Value) => Value {
  return (value) => anonymised(value, [], names) as typeof value;
}
