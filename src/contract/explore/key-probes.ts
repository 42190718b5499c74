/**
 * The requests of a run without a valid key, in a fixed order. Every operation gets one without a key and a wrong key in both
 * headers. Near misses of the key take turns, so that each kind meets a read, and most of them a change. Section 5.
 */
import type { OperationId } from '../../generated/routes.js';
import type { KeyForm, WrongKeyKind } from '../model/key-marks.js';
import type { Settings } from './options.js';
import { isAuthorizationTaken, isMixedCase, VIAS, type Via } from './run-keys.js';

export interface KeyProbe {
  readonly operation: OperationId;
  readonly by: 'none' | 'wrong';
  /** Of a wrong key: its kind, and its header. */
  readonly wrongKey?: WrongKeyKind;
  readonly via?: Via;
}

const READS: readonly OperationId[] = ['getPresentation', 'getGenerationStatus', 'listTemplates'];
/** The changes that near misses meet. An accepted start costs most, and a message needs a question that waits. */
const CHANGES: readonly OperationId[] = ['updatePresentation', 'createPresentation'];
const OTHER_CHANGES: readonly OperationId[] = ['startGeneration', 'sendGenerationMessage'];

interface NearMiss {
  readonly wrongKey: WrongKeyKind;
  readonly via: Via;
  readonly to: readonly OperationId[];
}

/** The other schemes and cases have fewer, because a service may block an address after many wrong keys. */
const NEAR_MISSES: readonly NearMiss[] = [
  { wrongKey: 'prefix', via: 'bearer', to: ['getPresentation', 'updatePresentation'] },
  { wrongKey: 'prefix', via: 'x-api-key', to: ['getGenerationStatus', 'createPresentation'] },
  { wrongKey: 'suffix', via: 'bearer', to: ['listTemplates', 'updatePresentation'] },
  { wrongKey: 'suffix', via: 'x-api-key', to: ['getPresentation', 'createPresentation'] },
  { wrongKey: 'empty', via: 'bearer', to: ['getGenerationStatus', 'updatePresentation'] },
  { wrongKey: 'empty', via: 'x-api-key', to: ['listTemplates', 'createPresentation'] },
  { wrongKey: 'scheme', via: 'bearer', to: ['getPresentation', 'updatePresentation'] },
  { wrongKey: 'basic', via: 'bearer', to: ['listTemplates'] },
  { wrongKey: 'case', via: 'x-api-key', to: ['getGenerationStatus'] },
  { wrongKey: 'case', via: 'bearer', to: ['updatePresentation'] },
];

export function keyProbes(settings: Settings): readonly KeyProbe[] {
  const { smoke, readOnly, apiKey } = settings;
  const operations = smoke
    ? (['listTemplates'] as const)
    : [...READS, ...(readOnly ? [] : [...CHANGES, ...OTHER_CHANGES])];
  const vias = isAuthorizationTaken(settings) ? VIAS.slice(1) : VIAS;
  const nearMisses = NEAR_MISSES.filter(
    ({ wrongKey, via }) => vias.includes(via) && (wrongKey !== 'case' || isMixedCase(apiKey)),
  );
  return operations.flatMap((operation): KeyProbe[] => [
    { operation, by: 'none' },
    ...vias.map((via): KeyProbe => ({ operation, by: 'wrong', wrongKey: 'unknown', via })),
    ...(smoke ? [] : nearMisses)
      .filter(({ to }) => to.includes(operation))
      .map(({ wrongKey, via }): KeyProbe => ({ operation, by: 'wrong', wrongKey, via })),
  ]);
}

/** A request with the key under test in a form that a service may accept or refuse: 5.1 says nothing about it. */
export interface FormProbe {
  readonly form: KeyForm;
  readonly via: Via;
}

/** Each is sent once, to a read. */
export function formProbes(settings: Settings): readonly FormProbe[] {
  if (settings.smoke) return [];
  const quotes: FormProbe = { form: 'quotes', via: 'x-api-key' };
  if (isAuthorizationTaken(settings)) return [quotes];
  return [
    ...VIAS.map((via): FormProbe => ({ form: `beside-${via}`, via })),
    quotes,
    { form: 'scheme', via: 'bearer' },
    { form: 'small-bearer', via: 'bearer' },
  ];
}
