/** One scenario as it is written. */
import { useSignal } from '@preact/signals';
import { BookX, X } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { Trouble } from '../api/client.js';
import { scenarioVerbs } from '../api/verbs.js';
import { Code, laidOut } from '../parts/code.js';
import { Notice } from '../parts/notice.js';
import { hrefOf } from '../state/route.js';

export function ScenarioSource({ name }: { readonly name: string }) {
  const text = useSignal('');
  const trouble = useSignal('');
  useEffect(() => {
    scenarioVerbs.get(name).then(
      ({ scenario }) => (text.value = laidOut(scenario)),
      (error: unknown) => {
        if (!(error instanceof Trouble)) throw error;
        trouble.value = error.message;
      },
    );
  }, [name]);
  return (
    <section class="detail" aria-label="Scenario">
      <header class="detail-head">
        <h2 class="mono">{name}</h2>
        <a class="button quiet" href={hrefOf({ view: 'scenarios' })} aria-label="Close the scenario">
          <X aria-hidden />
        </a>
      </header>
      {trouble.value ? (
        <Notice icon={BookX} title="It cannot be shown">
          <p>{trouble.value}</p>
        </Notice>
      ) : (
        <Code text={text.value} label="Source" />
      )}
    </section>
  );
}
