/** The section about jobs: each as a chart with a common time axis, and as a table with the same data. */
import { counted } from '../../../base/counted.js';
import { markup, type Markup } from '../markup.js';
import type { ExchangeReport, JobReport, Report } from '../model.js';
import { itemMarks } from './filter.js';
import { jobChart, stateShape } from './job-chart.js';
import { jobEventsOf, type JobEvent } from './job-events.js';
import { section, span, table, type Section } from './section.js';

/** Keeps the file small. */
const maxJobs = 24;

export function jobsSection(report: Report): Section | undefined {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const jobs = report.traces
    .slice(0, maxJobs)
    .map((job) => ({ job, events: jobEventsOf(job, exchanges) }))
    .filter(({ events }) => events.length > 0);
  const end = Math.max(1, ...jobs.flatMap(({ events }) => events.map(({ at }) => at)));
  const rest = report.traces.length - maxJobs;
  return section('jobs', 'Jobs and their polls', '', [
    ...(jobs.length === 0 ? [] : [legend]),
    ...jobs.map(({ job, events }) => jobFigure(job, events, exchanges, end)),
    ...(rest > 0 ? [markup`<p class="more">${counted(rest, 'more job')} not shown.</p>`] : []),
  ]);
}

const legend = markup`<ul class="legend states" aria-label="Legend">
${(
  [
    ['generating', 'generating'],
    ['awaiting_input', 'awaiting_input'],
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['unknown', 'no state'],
    ['message', 'message sent'],
  ] as const
).map(([shape, word]) => markup`<li>${stateShape(shape)}${word}</li>\n`)}</ul>`;

function jobFigure(
  job: JobReport,
  events: readonly JobEvent[],
  exchanges: ReadonlyMap<number, ExchangeReport>,
  end: number,
): Markup {
  const states = job.polls.flatMap(({ status }) => status ?? []);
  const moves = states.filter((status, index) => status !== states[index - 1]).slice(0, 12);
  const count = `${counted(job.polls.length, 'poll')}${job.messages.length === 0 ? '' : `, ${counted(job.messages.length, 'message')}`}`;
  const rows = events.map(({ at, exchange, text }) => {
    const took = exchanges.get(exchange)?.took;
    return [span(at), exchange, text, took === undefined ? '' : span(took)];
  });
  return markup`<figure class="job"${itemMarks()}>
<figcaption><code>${job.id}</code> <span class="moves">${moves.join(' → ')}</span></figcaption>
${jobChart(`Job ${job.id}: ${count}; ${moves.join(', then ')}`, events, end)}
<details><summary>${count}, as a table</summary>
${table(['At', 'Exchange', 'Event', 'Took'], rows)}
</details>
</figure>`;
}
