/** The root component of the wall: control bar, frames, status message and footer. */
import { Dialog } from '../../ui/dialog.js';
import { startSentence } from '../../ui/format.js';
import { FrameGrid } from './frame-grid.js';
import { ControlBar } from './bar.js';
import {
  openFindings,
  config,
  frames,
  hint,
  isAppResponding,
  enlargedFrame,
  headerChanges,
  sandboxes,
  errorMessage,
} from './state.js';

export function Wall() {
  const wallConfig = config.value;
  return (
    <>
      <ControlBar />
      <StatusMessage />
      {wallConfig && <FrameGrid frames={wallConfig.frames} />}
      {enlargedFrame.value !== undefined && (
        <div class="backdrop" onClick={() => (enlargedFrame.value = undefined)} />
      )}
      {wallConfig && <WallFooter app={wallConfig.app} />}
      {openFindings.value !== undefined && <FindingsDialog name={openFindings.value} />}
    </>
  );
}

function StatusMessage() {
  const text =
    errorMessage.value ||
    (isAppResponding.value
      ? hint.value
      : 'Your app is not responding. Start it again: the frames retry every two seconds.');
  return (
    <div
      class={errorMessage.value || !isAppResponding.value ? 'note error' : 'note'}
      role="status"
      hidden={text === ''}
    >
      {text}
    </div>
  );
}

/** A single line. Longer text is truncated; the tooltip has all of it. */
function WallFooter({ app }: { readonly app: string }) {
  const text = [
    'Hover and file inputs are not mirrored.',
    ...(headerChanges.value.length > 0 ? [`For the wall only: ${headerChanges.value.join(', ')}.`] : []),
  ].join(' ');
  return (
    <footer class="cluster small">
      <p title={text}>
        <a href={app}>{app}</a> {text}
      </p>
      <p class="keys">
        <kbd>Space</kbd> play, <kbd>→</kbd> next change, <kbd>Shift →</kbd> one second, <kbd>1</kbd>–
        <kbd>9</kbd> enlarge
      </p>
    </footer>
  );
}

function FindingsDialog({ name }: { readonly name: string }) {
  const findings = sandboxes.value.get(name)?.findings ?? [];
  const errors = frames.value.get(name)?.errors ?? [];
  return (
    <Dialog title={name} onClose={() => (openFindings.value = undefined)}>
      {findings.map(({ rule, sections, message, hint: advice, exchange }) => (
        <article class="stack tight" key={rule + message}>
          <h3 class="mono">{rule}</h3>
          <p>{startSentence(message)}.</p>
          <p class="mono small">{exchange}</p>
          {advice !== undefined && <p class="note">{advice}</p>}
          <p class="small">Section {sections.join(', ')}</p>
        </article>
      ))}
      {errors.map((error) => (
        <article class="stack tight" key={error}>
          <h3>Error</h3>
          <p class="mono">{error}</p>
        </article>
      ))}
    </Dialog>
  );
}
