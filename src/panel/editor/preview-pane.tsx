/** The bar of the last valid text, and the responses at the selected time. */
import { pluralize } from '../../base/text/pluralize.js';
import { summarizeEnd } from '../components/scenario-end.js';
import { capitalize } from '../../ui/format.js';
import type { EditorSession, ValidScenario } from './editor-session.js';
import { formatOffset } from './format-offset.js';
import { PreviewBar } from './preview-bar.js';
import { PreviewResponses } from './preview-responses.js';

export function PreviewPane({ session }: { readonly session: EditorSession }) {
  const { value: valid } = session.valid;
  const hasErrors = (session.check.value?.errors.length ?? 0) > 0;
  return (
    <section class={hasErrors ? 'editor-preview stale' : 'editor-preview'} aria-label="Preview">
      {valid ? (
        <Preview session={session} valid={valid} hasErrors={hasErrors} />
      ) : (
        <p class="muted">{hasErrors ? 'The preview appears when the text is valid.' : 'Loading…'}</p>
      )}
    </section>
  );
}

interface PreviewProps {
  readonly session: EditorSession;
  readonly valid: ValidScenario;
  readonly hasErrors: boolean;
}

function Preview({ session, valid: { timeline, preview }, hasErrors }: PreviewProps) {
  const asks = preview.parts.some(({ status }) => status === 'awaiting_input');
  const replied = preview.requests.some(({ request }) => request === 'reply');
  const faults = preview.requests.filter(({ fault }) => fault !== undefined).length;
  return (
    <>
      <p class="cluster wrap">
        <strong>{capitalize(summarizeEnd(timeline).end)}</strong>
        <span class="small">
          {pluralize(preview.requests.length, 'request')} of a client that polls every three seconds
          {faults > 0 && `, ${faults} with a fault`}
        </span>
      </p>
      <PreviewBar preview={preview} at={session.at.value} onPick={(at) => session.showAt(at)} />
      <div class="cluster wrap line">
        <span class="small">
          {hasErrors
            ? 'The bar shows the last valid text.'
            : `Shows +${formatOffset(session.at.value)}. Click the bar to see another time.`}
        </span>
        {asks && (
          <label class="cluster small">
            <input
              type="checkbox"
              checked={session.replies.value ?? replied}
              onChange={({ currentTarget }) => session.setReplies(currentTarget.checked)}
            />
            The client replies
          </label>
        )}
      </div>
      <PreviewResponses responses={preview.responses} />
    </>
  );
}
