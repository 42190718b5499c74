/** The page of the API reference: the bar, the list of sections, the quick start, and every operation. */
import { useEffect, useMemo } from 'preact/hooks';
import { ReferenceBar } from './bar.js';
import { endpointsOf, type Contract } from './contract.js';
import { findIds } from './known-ids.js';
import { key } from './key.js';
import { Legend } from './marks.js';
import { OperationSection } from './operation.js';
import { QuickStart } from './quick-start.js';

interface ReferenceProps {
  readonly contract: Contract;
  /** The address of the API, without a slash at the end. */
  readonly baseUrl: string;
}

export function Reference({ contract, baseUrl }: ReferenceProps) {
  const endpoints = useMemo(() => endpointsOf(contract), [contract]);
  const { value } = key;
  useEffect(() => void findIds(value), [value]);
  return (
    <>
      <ReferenceBar />
      <div class="columns">
        <nav class="contents" aria-label="Contents">
          <a href="#quick-start">Quick start</a>
          {endpoints.map(({ method, operation }) => (
            <a href={`#${operation.operationId}`} key={operation.operationId}>
              <span class={`method ${method.toLowerCase()}`}>{method}</span>
              {operation.summary}
            </a>
          ))}
          <a href="#marks">Documented or assumed?</a>
        </nav>
        <main>
          <QuickStart contract={contract} baseUrl={baseUrl} />
          {endpoints.map((endpoint) => (
            <OperationSection
              contract={contract}
              baseUrl={baseUrl}
              endpoint={endpoint}
              key={endpoint.operation.operationId}
            />
          ))}
          <Legend sections={contract['x-interface-sections']} />
        </main>
      </div>
    </>
  );
}
