/** Copies an exchange as a curl command, as a fetch call, and as an entry of a HAR file. */
import type { Exchange } from '../../generated/control-api.js';
import { prettyJson } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { curlLine } from '../parts/curl-line.js';
import { fetchCall } from '../parts/fetch-call.js';
import { exportTraffic } from './har-file.js';

export function CopyButtons({ exchange }: { readonly exchange: Exchange }) {
  const { request, sequence, startedAt } = exchange;
  const entry = async (): Promise<string> => {
    const archive = await exportTraffic(startedAt);
    return prettyJson(archive.log.entries.find(({ _deckhand }) => _deckhand.sequence === sequence));
  };
  return (
    <div class="buttons">
      <CopyButton label="Copy as curl" text={() => curlLine(request)} />
      <CopyButton label="Copy as fetch" text={() => fetchCall(request)} />
      <CopyButton label="Copy as HAR entry" text={entry} />
    </div>
  );
}
