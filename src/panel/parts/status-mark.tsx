/** The status of a job as an icon, a colour and a word. */
import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-preact';
import type { Status } from '../state/jobs.js';
import { STATUS_LABELS } from './format.js';

const ICONS = {
  generating: LoaderCircle,
  awaiting_input: CircleHelp,
  completed: CircleCheck,
  failed: CircleX,
};

interface StatusMarkProps {
  readonly status: Status;
  readonly isIcon?: boolean;
}

export function StatusIcon({ status, isIcon = false }: StatusMarkProps) {
  const Icon = ICONS[status];
  return (
    <span class={`status ${status}`}>
      <Icon aria-hidden size={16} />
      {!isIcon && STATUS_LABELS[status]}
    </span>
  );
}
