/** Formats a preview for the terminal: one line for each response, and how the preview ends. */
import { styleText } from 'node:util';
import type { Preview, PreviewStep } from '../app/preview.js';
import { formatDuration } from '../scenario/duration.js';
import { onOneLine } from '../base/text/neutral.js';

const ENDS: Readonly<Record<Preview['end'], string>> = {
  ended: 'The job has ended. A client stops polling here.',
  question: 'The question waits for a reply, and the client sends none.',
  polls: 'The job is still running. The preview stops here: a longer --every shows more.',
  'not-started': 'The job did not start.',
};

const REQUESTS: Readonly<Record<PreviewStep['request'], string>> = {
  start: 'POST generate',
  poll: 'GET status',
  reply: 'POST message',
};

const BAR = 12;

/** This number of equal lines in a row is shown as one line and a count. */
const MANY = 4;

/** @param isEndless whether the job of this scenario never ends */
export function previewLines({ steps, end }: Preview, isEndless = false): string {
  const text = isEndless && end === 'polls' ? 'The job never ends. The preview stops here.' : ENDS[end];
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
    const shown = run.length < MANY ? [first, ...rest] : [first];
    lines.push(...shown.map((at = '') => `  ${at.padStart(8)}  ${text}`));
    if (run.length >= MANY)
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
      return `${styleText('cyan', 'generating')}${view.progress ? `  ${progressBar(view.progress)}  ${onOneLine(view.progress.current_step)}` : ''}${tokens}`;
    }
    case 'awaiting_input':
      return `${styleText('yellow', 'awaiting_input')}  ${onOneLine(view.message)}`;
    case 'completed':
      return `${styleText('green', 'completed')}  ${onOneLine(view.presentation.title)}, ${view.presentation.sections.length} sections${view.tokens_used === undefined ? '' : styleText('dim', `  ${view.tokens_used} tokens`)}`;
    case 'failed':
      return `${styleText('red', 'failed')}  ${onOneLine(view.error)}`;
  }
}

function progressBar({
  slides_completed: done,
  slides_total: total,
}: {
  slides_completed: number;
  slides_total: number;
}): string {
  const filled = total === 0 ? BAR : Math.round((done / total) * BAR);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${String(done).padStart(String(total).length)}/${total}`;
}
