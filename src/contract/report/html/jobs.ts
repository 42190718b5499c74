/** The jobs of a run, each as a drawing on one common time axis and as a table that says the same. */
import { counted } from '../counted.js';
import { markup, type Markup } from '../markup.js';
import type { ExchangeReport, JobReport, Report } from '../model.js';
import { drawing } from './drawing.js';
import { happeningsOf, type Happening } from './happenings.js';
import { section, span, table } from './section.js';

/** More than these nobody looks at, and a file has to stay small. */
const mostJobs = 24;

export function jobsSection(report: Report): Markup | undefined {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const jobs = report.traces
    .slice(0, mostJobs)
    .map((job) => ({ job, happenings: happeningsOf(job, exchanges) }))
    .filter(({ happenings }) => happenings.length > 0);
  const end = Math.max(1, ...jobs.flatMap(({ happenings }) => happenings.map(({ at }) => at)));
  const rest = report.traces.length - mostJobs;
  return section('jobs', 'The jobs, as their polls showed them', '', [
    ...(jobs.length === 0 ? [] : [legend]),
    ...jobs.map(({ job, happenings }) => jobFigure(job, happenings, exchanges, end)),
    ...(rest > 0 ? [markup`<p class="more">And ${rest} more.</p>`] : []),
  ]);
}

const legend = markup`<ul class="legend states" aria-label="Legend">
${(['generating', 'awaiting_input', 'completed', 'failed'] as const).map(
  (status) => markup`<li><span class="dot ${status}"></span>${status}</li>\n`,
)}<li><span class="dot unknown"></span>no state shown</li>
<li><span class="flag"></span>message sent</li>
</ul>`;

function jobFigure(
  job: JobReport,
  happenings: readonly Happening[],
  exchanges: ReadonlyMap<number, ExchangeReport>,
  end: number,
): Markup {
  const states = job.polls.flatMap(({ status }) => status ?? []);
  const moves = states.filter((status, index) => status !== states[index - 1]).slice(0, 12);
  const count = `${counted(job.polls.length, 'poll')}${job.messages.length === 0 ? '' : `, ${counted(job.messages.length, 'message')}`}`;
  const rows = happenings.map(({ at, exchange, words }) => {
    const took = exchanges.get(exchange)?.took;
    return [span(at), exchange, words, took === undefined ? '' : span(took)];
  });
  return markup`<figure class="job">
<figcaption><code>${job.id}</code> <span class="moves">${moves.join(' → ')}</span></figcaption>
${drawing(`Job ${job.id}: ${count}; ${moves.join(', then ')}`, happenings, end)}
<details><summary>${count}, as a table</summary>
${table(['At', 'Exchange', 'What it showed', 'Took'], rows)}
</details>
</figure>`;
}
