/** The status of a job as a coloured icon with a label. */
import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-preact';
import type { TimelinePart } from '../generated/control-api.js';
import { STATUS_LABELS } from './format.js';

const ICONS = {
  generating: LoaderCircle,
  awaiting_input: CircleHelp,
  completed: CircleCheck,
  failed: CircleX,
};

interface StatusIconProps {
  readonly status: TimelinePart['status'];
  readonly isIcon?: boolean;
}

export function StatusIcon({ status, isIcon = false }: StatusIconProps) {
  const Icon = ICONS[status];
  return (
    <span class={`status ${status}`}>
      <Icon aria-hidden size={16} />
      {!isIcon && STATUS_LABELS[status]}
    </span>
  );
}
