/**
 * The requests of a run without a valid key, in a fixed order. Every operation gets one without a key and a wrong key in both
 * headers. Near misses of the key take turns, so that each kind meets a read, and most of them a change. Section 5.
 */
import type { OperationId } from '../../generated/routes.js';
import type { CredentialForm, InvalidKeyKind } from '../../judge/model/key-placeholders.js';
import type { ResolvedVerifyOptions } from '../options.js';
import { isAuthorizationTaken, isMixedCase, VIAS, type KeyHeader } from '../api-keys.js';

export interface KeyProbe {
  readonly operation: OperationId;
  readonly by: 'none' | 'wrong';
  /** Of a wrong key: its kind, and its header. */
  readonly wrongKey?: InvalidKeyKind;
  readonly via?: KeyHeader;
}

const READS: readonly OperationId[] = ['getPresentation', 'getGenerationStatus', 'listTemplates'];
/** The changes that near misses meet. An accepted start costs most, and a message needs a question that waits. */
const CHANGES: readonly OperationId[] = ['updatePresentation', 'createPresentation'];
const OTHER_CHANGES: readonly OperationId[] = ['startGeneration', 'sendGenerationMessage'];

interface NearMiss {
  readonly wrongKey: InvalidKeyKind;
  readonly via: KeyHeader;
  readonly to: readonly OperationId[];
}

/** The other schemes and cases have fewer, because a service may block an address after many wrong keys. */
const NEAR_MISSES: readonly NearMiss[] = [
  { wrongKey: 'truncated', via: 'bearer', to: ['getPresentation', 'updatePresentation'] },
  { wrongKey: 'truncated', via: 'x-api-key', to: ['getGenerationStatus', 'createPresentation'] },
  { wrongKey: 'extended', via: 'bearer', to: ['listTemplates', 'updatePresentation'] },
  { wrongKey: 'extended', via: 'x-api-key', to: ['getPresentation', 'createPresentation'] },
  { wrongKey: 'empty', via: 'bearer', to: ['getGenerationStatus', 'updatePresentation'] },
  { wrongKey: 'empty', via: 'x-api-key', to: ['listTemplates', 'createPresentation'] },
  { wrongKey: 'other-scheme', via: 'bearer', to: ['getPresentation', 'updatePresentation'] },
  { wrongKey: 'basic-scheme', via: 'bearer', to: ['listTemplates'] },
  { wrongKey: 'other-case', via: 'x-api-key', to: ['getGenerationStatus'] },
  { wrongKey: 'other-case', via: 'bearer', to: ['updatePresentation'] },
];

export function keyProbes(settings: ResolvedVerifyOptions): readonly KeyProbe[] {
  const { smoke, readOnly, apiKey } = settings;
  const operations = smoke
    ? (['listTemplates'] as const)
    : [...READS, ...(readOnly ? [] : [...CHANGES, ...OTHER_CHANGES])];
  const vias = isAuthorizationTaken(settings) ? VIAS.slice(1) : VIAS;
  const nearMisses = NEAR_MISSES.filter(
    ({ wrongKey, via }) => vias.includes(via) && (wrongKey !== 'other-case' || isMixedCase(apiKey)),
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
  readonly form: CredentialForm;
  readonly via: KeyHeader;
}

/** Each is sent once, to a read. */
export function formProbes(settings: ResolvedVerifyOptions): readonly FormProbe[] {
  if (settings.smoke) return [];
  const quotes: FormProbe = { form: 'quoted', via: 'x-api-key' };
  if (isAuthorizationTaken(settings)) return [quotes];
  return [
    ...VIAS.map((via): FormProbe => ({ form: `with-invalid-${via}`, via })),
    quotes,
    { form: 'other-scheme', via: 'bearer' },
    { form: 'lowercase-bearer', via: 'bearer' },
  ];
}
