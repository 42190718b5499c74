/** Formats a preview for the terminal: one line for each response, and how the preview ends. */
import { styleText } from 'node:util';
import type { Preview, PreviewStep } from '../app/preview-client.js';
import { formatDuration } from '../scenario/duration.js';
import { sanitizeLine } from '../base/text/sanitize.js';

const STOP_MESSAGES: Readonly<Record<Preview['stoppedBy'], string>> = {
  'job-ended': 'The job has ended. A client stops polling here.',
  question: 'The job waits for a reply, and the client sends none.',
  'poll-limit': 'The job is still running. The preview stops here: a longer --poll-interval shows more.',
  'start-rejected': 'The job did not start.',
};

const REQUESTS: Readonly<Record<PreviewStep['request'], string>> = {
  start: 'POST generate',
  poll: 'GET status',
  reply: 'POST message',
};

const PROGRESS_BAR_WIDTH = 12;

/** Repeated lines from this count on are collapsed. */
const MIN_COLLAPSED_LINES = 4;

/** @param isEndless whether the job of this scenario never ends */
export function formatPreview({ steps, stoppedBy }: Preview, isEndless = false): string {
  const text =
    isEndless && stoppedBy === 'poll-limit'
      ? 'The job never ends. The preview stops here.'
      : STOP_MESSAGES[stoppedBy];
  return ['', ...linesOf(steps), '', `  ${text}`].join('\n');
}

/** A line for each step. Equal responses in a row share a line. */
function linesOf(steps: readonly PreviewStep[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < steps.length;) {
    const text = lineOf(steps[index] as PreviewStep);
    let next = index + 1;
    while (next < steps.length && lineOf(steps[next] as PreviewStep) === text) next += 1;
    const run = steps.slice(index, next);
    index = next;
    const [first, ...rest] = run.map(({ at }) => formatDuration(at));
    const times = run.length < MIN_COLLAPSED_LINES ? [first, ...rest] : [first];
    lines.push(...times.map((at = '') => `  ${at.padStart(8)}  ${text}`));
    if (run.length >= MIN_COLLAPSED_LINES)
      lines.push(
        `  ${' '.repeat(8)}  ${styleText('dim', `the same ${rest.length} more times, until ${rest.at(-1) ?? ''}`)}`,
      );
  }
  return lines;
}

function lineOf({ request, status, retryAfter, view, fault }: PreviewStep): string {
  const parts = [
    REQUESTS[request].padEnd(13),
    status === 0
      ? styleText('red', '---')
      : status >= 400
        ? styleText('yellow', String(status))
        : styleText('green', String(status)),
    view && describe(view),
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    fault && styleText('magenta', `[${fault}]`),
  ];
  return parts.filter(Boolean).join('  ');
}

function describe(view: NonNullable<PreviewStep['view']>): string {
  switch (view.status) {
    case 'generating': {
      const tokens = view.tokens_used === undefined ? '' : styleText('dim', `  ${view.tokens_used} tokens`);
      return `${styleText('cyan', 'generating')}${view.progress ? `  ${progressBar(view.progress)}  ${sanitizeLine(view.progress.current_step)}` : ''}${tokens}`;
    }
    case 'awaiting_input':
      return `${styleText('yellow', 'awaiting_input')}  ${sanitizeLine(view.message)}`;
    case 'completed':
      return `${styleText('green', 'completed')}  ${sanitizeLine(view.presentation.title)}, ${view.presentation.sections.length} sections${view.tokens_used === undefined ? '' : styleText('dim', `  ${view.tokens_used} tokens`)}`;
    case 'failed':
      return `${styleText('red', 'failed')}  ${sanitizeLine(view.error)}`;
  }
}

function progressBar({
  slides_completed: done,
  slides_total: total,
}: {
  slides_completed: number;
  slides_total: number;
}): string {
  const filled = total === 0 ? PROGRESS_BAR_WIDTH : Math.round((done / total) * PROGRESS_BAR_WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(PROGRESS_BAR_WIDTH - filled)} ${String(done).padStart(String(total).length)}/${total}`;
}
