/** The details of one exchange: request and response with headers and formatted bodies. The journal has redacted the keys. */
import { useSignal } from '@preact/signals';
import { FileX, X } from 'lucide-preact';
import { Fragment, type ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ExchangeInfo } from '../../generated/control-api.js';
import { ApiError, workspaceClient } from '../api/client.js';
import { Code, prettyIfJson } from '../components/code.js';
import { FindingList } from '../components/client-rule-findings.js';
import { CopyButton } from '../components/copy-button.js';
import { Notice } from '../components/notice.js';
import { formatDate, formatDuration, formatTime } from '../../ui/format.js';
import { currentDialog } from '../state/dialogs.js';
import { NO_FILTER } from '../state/filter.js';
import { buildHref } from '../state/route.js';
import { apiRelativePath } from '../components/exchange-summary.js';
import { findJobId, isUnassigned } from '../state/traffic.js';
import { toCurl } from '../../judge/report/curl.js';
import { StatusBadge } from './exchange-row.js';

export function ExchangeDetail({ sequence }: { readonly sequence: number }) {
  const loaded = useSignal<ExchangeInfo | string | undefined>(undefined);
  useEffect(() => {
    workspaceClient()
      .exchange(String(sequence))
      .then(
        (exchange) => (loaded.value = exchange as unknown as ExchangeInfo),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          loaded.value = error.message;
        },
      );
  }, [sequence]);
  const { value } = loaded;
  return (
    <section class="detail" aria-label="Exchange">
      <header class="line sticky detail-head">
        <h2>Exchange {sequence}</h2>
        <a class="button button-plain" href={buildHref({ view: 'traffic' })} aria-label="Close the exchange">
          <X aria-hidden />
        </a>
      </header>
      {typeof value === 'string' ? (
        <Notice icon={FileX} title="No longer in the journal">
          <p>{value}</p>
        </Notice>
      ) : (
        value && <ExchangeContent exchange={value} />
      )}
    </section>
  );
}

function ExchangeContent({ exchange }: { readonly exchange: ExchangeInfo }) {
  const { request, response, startedAt, endedAt, metadata, failure } = exchange;
  const job = findJobId(exchange);
  return (
    <>
      <p class="line wrap">
        <StatusBadge exchange={exchange} />
        <strong>{request.method}</strong>
        <span class="mono">{withLineBreaks(apiRelativePath(request.url))}</span>
      </p>
      <FindingList sequence={exchange.sequence} />
      <dl class="pairs">
        <dt>When</dt>
        <dd>
          {formatDate(startedAt)} {formatTime(startedAt, 3)}
          {endedAt - startedAt >= 1 && `, took ${formatDuration(endedAt - startedAt)}`}
        </dd>
        {metadata?.operationId && <DetailRow name="Operation">{metadata.operationId}</DetailRow>}
        {metadata?.scenario && <DetailRow name="Scenario">{metadata.scenario}</DetailRow>}
        {metadata?.fault && <DetailRow name="Fault">{metadata.fault}</DetailRow>}
        {failure && <DetailRow name="Failure">{failure}</DetailRow>}
        {job && (
          <>
            <dt>Job</dt>
            <dd>
              <a class="mono" href={buildHref({ view: 'jobs', item: job, at: startedAt, filter: NO_FILTER })}>
                {job}
              </a>{' '}
              at this time
            </dd>
          </>
        )}
      </dl>
      {isUnassigned(exchange) && (
        <p class="note">
          This request belongs to no workspace: {unassignedReason(exchange)}{' '}
          <button type="button" class="link" onClick={() => (currentDialog.value = { kind: 'connect' })}>
            Connect your app
          </button>
        </p>
      )}
      <Curl request={request} />
      <Message title="Request" headers={request.headers} body={request.body} />
      {response ? (
        <Message title="Response" headers={response.headers} body={response.body} />
      ) : (
        <p class="error">No response was sent.</p>
      )}
    </>
  );
}

/** The request as a curl command. */
function Curl({ request }: { readonly request: ExchangeInfo['request'] }) {
  const curl = toCurl({
    ...request,
    url: new URL(request.url, location.origin).href,
    headers: request.headers.map(([name = '', value = '']) => [name, value]),
  });
  if (curl === undefined) return null;
  return (
    <div class="stack tight commands">
      <Code text={curl} label="The request as curl" />
      <div class="buttons">
        <CopyButton label="Copy as curl" text={() => curl} />
      </div>
    </div>
  );
}

function unassignedReason({ metadata, response }: ExchangeInfo): string {
  if (metadata?.problem === 'unknown_path') return 'its path is not part of the API.';
  if (metadata?.problem === 'method_not_allowed') return 'the path does not support its method.';
  return response?.status === 401 ? 'its API key is missing or invalid.' : 'see the response.';
}

/** Allows line breaks between the parts of a long path. */
function withLineBreaks(path: string): ComponentChildren {
  return path.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function DetailRow({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface MessageProps {
  readonly title: string;
  readonly headers: readonly (readonly string[])[];
  readonly body: ExchangeInfo['request']['body'];
}

function Message({ title, headers, body }: MessageProps) {
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      <dl class="mono headers">
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body && body.bytes > 0 ? (
        <>
          <Code text={prettyIfJson(body.text)} label={`Body of the ${title.toLowerCase()}`} />
          {(body.truncated || body.encoding) && (
            <p class="small">
              {body.encoding ? 'Encoded in base64, because it is not text. ' : ''}
              {body.truncated ? `Truncated: ${body.bytes.toLocaleString('en')} bytes in total.` : ''}
            </p>
          )}
        </>
      ) : (
        <p class="muted">No body.</p>
      )}
    </div>
  );
}
