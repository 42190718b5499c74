/** Shown while a file is dragged above the panel. */
import { Upload } from 'lucide-preact';
import { isDragging } from './import/pick.js';

export function DropHint() {
  if (!isDragging.value) return null;
  return (
    <div class="drop-hint">
      <Upload aria-hidden size={28} />
      Drop a HAR file to judge it
    </div>
  );
}
