/** Copies an exchange as a curl command, as a fetch call, and as an entry of a HAR file. */
import type { Exchange } from '../../generated/control-api.js';
import { prettyJson } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { fetchCall } from '../parts/fetch-call.js';
import { curlOf } from '../../trace/curl.js';
import { exportTraffic } from './har-file.js';

export function CopyButtons({ exchange }: { readonly exchange: Exchange }) {
  const { request, sequence, startedAt } = exchange;
  const entry = async (): Promise<string> => {
    const archive = await exportTraffic(startedAt);
    return prettyJson(archive.log.entries.find(({ _deckhand }) => _deckhand.sequence === sequence));
  };
  const { url, headers } = request;
  const curl = curlOf({
    ...request,
    url: new URL(url, location.origin).href,
    headers: headers.map(([name = '', value = '']) => [name, value]),
  });
  return (
    <div class="buttons">
      {curl !== undefined && <CopyButton label="Copy as curl" text={() => curl} />}
      <CopyButton label="Copy as fetch" text={() => fetchCall(request)} />
      <CopyButton label="Copy as HAR entry" text={entry} />
    </div>
  );
}
