/** The content of an empty view: why it is empty, and what to do next. */
import type { LucideIcon } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Notice({ icon: Icon, title, children }: NoticeProps) {
  return (
    <div class="stack notice">
      <Icon aria-hidden size={28} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
