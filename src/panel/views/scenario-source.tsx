/** The text of a scenario, from its file or generated. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { BookX, Pencil, Play, X } from 'lucide-preact';
import type { ScenarioSource as Source } from '../../generated/control-api.js';
import { ApiError, workspaceClient } from '../api/client.js';
import { selectScenario } from '../control-bar/scenario-select.js';
import { Code } from '../components/code.js';
import { CopyButton } from '../components/copy-button.js';
import { Notice } from '../components/notice.js';
import { buildHref } from '../state/route.js';
import { scenariosVersion, scenarioList } from '../state/scenario-list.js';

export function ScenarioSource({ name }: { readonly name: string }) {
  /** The last fetched version. */
  const source = useSignal<Source | undefined>(undefined);
  const error = useSignal('');
  useSignalEffect(() => {
    void scenariosVersion.value;
    const controller = new AbortController();
    void fetchSource(name).then((result) => {
      if (controller.signal.aborted) return;
      if (typeof result !== 'string') source.value = result;
      error.value = typeof result === 'string' && !source.peek() ? result : '';
    });
    return () => controller.abort();
  });
  const { value } = source;
  const entry = scenarioList.value?.scenarios.find((one) => one.name === name);
  return (
    <section class="detail" aria-label="Scenario">
      <header class="line sticky detail-head">
        <h2 class="mono">{name.slice(0, 64)}</h2>
        <a
          class="button button-plain"
          href={buildHref({ view: 'scenarios' })}
          aria-label="Close the scenario"
        >
          <X aria-hidden />
        </a>
      </header>
      {error.value && (
        <Notice icon={BookX} title="The scenario cannot be shown">
          <p>{error.value}</p>
        </Notice>
      )}
      {entry && (
        <p class="preformatted">
          <strong>{entry.title}</strong>
          {entry.description !== undefined && `\n${entry.description}`}
        </p>
      )}
      {value && (
        <>
          <div class="line wrap">
            <p class="small">{value.file ?? 'Without a file.'}</p>
            <div class="buttons">
              <button type="button" class="button-primary" onClick={() => void selectScenario(name)}>
                <Play aria-hidden />
                Use for new jobs
              </button>
              <a class="button" href={buildHref({ view: 'scenarios', item: name, edit: 'text' })}>
                <Pencil aria-hidden />
                Edit
              </a>
              <CopyButton isQuiet label="Copy" text={() => value.text} />
            </div>
          </div>
          <Code text={value.text} label={`Text of the scenario ${name}`} />
        </>
      )}
    </section>
  );
}

/** @returns the source, or an error message */
async function fetchSource(name: string): Promise<Source | string> {
  try {
    return await workspaceClient().scenarioSource(name);
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
