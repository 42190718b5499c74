/** Formats a preview for the terminal: one line for each response, and how the preview ends. */
import pc from 'picocolors';
import type { Preview, PreviewStep } from '../playback/preview.js';
import { formatDuration } from '../scenario/duration.js';
import { printableLine } from '../base/printable.js';

const ENDS: Readonly<Record<Preview['end'], string>> = {
  ended: 'The job has ended. A client stops polling here.',
  question: 'The question waits for a reply, and the client sends none.',
  polls: 'The job is still running. The preview stops here.',
  'not-started': 'The job did not start.',
};

const REQUESTS: Readonly<Record<PreviewStep['request'], string>> = {
  start: 'POST generate',
  poll: 'GET status',
  reply: 'POST message',
};

const BAR = 12;

export function previewLines({ steps, end }: Preview, polls: number): string {
  const more = end === 'polls' ? ` (--polls ${polls})` : '';
  return ['', ...steps.map(line), '', `  ${ENDS[end]}${more}`].join('\n');
}

function line({ at, request, status, retryAfter, view, fault }: PreviewStep): string {
  const parts = [
    formatDuration(at).padStart(8),
    REQUESTS[request].padEnd(13),
    status === 0 ? pc.red('---') : status >= 400 ? pc.yellow(String(status)) : pc.green(String(status)),
    view && describe(view),
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    fault && pc.magenta(`[${fault}]`),
  ];
  return `  ${parts.filter(Boolean).join('  ')}`;
}

function describe(view: NonNullable<PreviewStep['view']>): string {
  switch (view.status) {
    case 'generating': {
      const tokens = view.tokens_used === undefined ? '' : pc.dim(`  ${view.tokens_used} tokens`);
      return `${pc.cyan('generating')}${view.progress ? `  ${progressBar(view.progress)}  ${printableLine(view.progress.current_step)}` : ''}${tokens}`;
    }
    case 'awaiting_input':
      return `${pc.yellow('awaiting_input')}  ${printableLine(view.message)}`;
    case 'completed':
      return `${pc.green('completed')}  ${printableLine(view.presentation.title)}, ${view.presentation.sections.length} sections${view.tokens_used === undefined ? '' : pc.dim(`  ${view.tokens_used} tokens`)}`;
    case 'failed':
      return `${pc.red('failed')}  ${printableLine(view.error)}`;
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
