/** A recording (HAR) that was opened in the panel: its jobs as bars, the rules that it breaks, and scenarios made from it. */
import { FileWarning, LoaderCircle, TriangleAlert, Upload } from 'lucide-preact';
import { Notice } from '../parts/notice.js';
import { formatCount } from '../parts/format.js';
import { MAX_BYTES, type Recording } from '../import/recording.js';
import { pickRecording } from '../import/pick.js';
import { imported } from '../import/state.js';
import { RecordedJob } from './recorded-job.js';

export function ImportView() {
  const { value } = imported;
  switch (value.kind) {
    case 'none':
      return (
        <Notice icon={Upload} title="Open a recording">
          <p>
            Drop a HAR file anywhere on this page. It is judged in the browser, up to {MAX_BYTES / 1_048_576}{' '}
            MB. Nothing is uploaded.
          </p>
          <PickButton />
        </Notice>
      );
    case 'reading':
      return (
        <p class="connecting" role="status">
          <LoaderCircle aria-hidden class="spinning" />
          Judging {value.name}…
        </p>
      );
    case 'failed':
      return (
        <Notice icon={FileWarning} title="The recording cannot be read">
          <p role="alert">{value.message}</p>
          <PickButton />
        </Notice>
      );
    case 'read':
      return <Read recording={value.recording} />;
  }
}

function PickButton() {
  return (
    <button type="button" class="strong" onClick={pickRecording}>
      <Upload aria-hidden />
      Choose a file
    </button>
  );
}

function Read({ recording }: { readonly recording: Recording }) {
  const { name, requests, jobs, broken, holds, notReached, problems } = recording;
  const ofClients = broken.filter(({ id }) => id.startsWith('client/'));
  const ofService = broken.filter(({ id }) => !id.startsWith('client/'));
  return (
    <div class="page recording">
      <section aria-labelledby="recording">
        <div class="line wrap">
          <h2 id="recording">{name}</h2>
          <PickButton />
        </div>
        <p>
          {formatCount(requests, 'request')}, {formatCount(jobs.length, 'job')}, {formatCount(holds, 'rule')}{' '}
          {holds === 1 ? 'holds' : 'hold'}, {notReached.toLocaleString('en')} not reached.
        </p>
        {problems.length > 0 && (
          <ul class="small">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="recorded-jobs">
        <h2 id="recorded-jobs">Jobs</h2>
        {jobs.length === 0 && <p class="quiet-text">The recording has no job.</p>}
        <ul class="recorded-jobs">
          {jobs.map((job) => (
            <RecordedJob job={job} recording={name} key={job.id} />
          ))}
        </ul>
      </section>
      <Broken title="Broken by the service" rules={ofService} />
      <Broken title="Broken by clients" rules={ofClients} />
    </div>
  );
}

function Broken({ title, rules }: { readonly title: string; readonly rules: Recording['broken'] }) {
  if (rules.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class="conduct-notes">
        {rules.map(({ id, title: promise, outcome, messages }) => (
          <li key={id}>
            <TriangleAlert aria-hidden />
            <span dir="auto">
              <strong>{promise}</strong> <span class="mono small">{id}</span>
              {outcome === 'warn' && <span class="tag">advice</span>}
              {messages.map((message) => (
                <span class="message-line" key={message}>
                  {message}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
