/**
 * The requests of a run without a valid key, in a fixed order. Every operation gets one without a key and an invalid key in both
 * headers. Near misses of the key take turns, so that each kind meets a read, and most of them a change. Section 5.
 */
import type { OperationId } from '../../generated/routes.js';
import type { CredentialForm, InvalidKeyKind } from '../../judge/model/key-placeholders.js';
import { isAuthorizationTaken, isMixedCase, KEY_HEADERS, type KeyHeader } from '../api-keys.js';
import type { ResolvedVerifyOptions } from '../options.js';

export interface InvalidKeyRequest {
  readonly operation: OperationId;
  readonly by: 'none' | 'invalid';
  /** Of an invalid key: its kind, and its header. */
  readonly invalidKey?: InvalidKeyKind;
  readonly via?: KeyHeader;
}

const READS: readonly OperationId[] = ['getPresentation', 'getGenerationStatus', 'listTemplates'];
/** The changes that near misses meet. An accepted start costs most, and a message needs a question that waits. */
const CHANGES: readonly OperationId[] = ['updatePresentation', 'createPresentation'];
const OTHER_CHANGES: readonly OperationId[] = ['startGeneration', 'sendGenerationMessage'];

interface NearMiss {
  readonly invalidKey: InvalidKeyKind;
  readonly via: KeyHeader;
  readonly to: readonly OperationId[];
}

/** The other schemes and cases have fewer, because a service may block an address after many invalid keys. */
const NEAR_MISSES: readonly NearMiss[] = [
  { invalidKey: 'truncated', via: 'bearer', to: ['getPresentation', 'updatePresentation'] },
  { invalidKey: 'truncated', via: 'x-api-key', to: ['getGenerationStatus', 'createPresentation'] },
  { invalidKey: 'extended', via: 'bearer', to: ['listTemplates', 'updatePresentation'] },
  { invalidKey: 'extended', via: 'x-api-key', to: ['getPresentation', 'createPresentation'] },
  { invalidKey: 'empty', via: 'bearer', to: ['getGenerationStatus', 'updatePresentation'] },
  { invalidKey: 'empty', via: 'x-api-key', to: ['listTemplates', 'createPresentation'] },
  { invalidKey: 'other-scheme', via: 'bearer', to: ['getPresentation', 'updatePresentation'] },
  { invalidKey: 'basic-scheme', via: 'bearer', to: ['listTemplates'] },
  { invalidKey: 'other-case', via: 'x-api-key', to: ['getGenerationStatus'] },
  { invalidKey: 'other-case', via: 'bearer', to: ['updatePresentation'] },
];

export function invalidKeyRequests(settings: ResolvedVerifyOptions): readonly InvalidKeyRequest[] {
  const { smoke, readOnly, apiKey } = settings;
  const operations = smoke
    ? (['listTemplates'] as const)
    : [...READS, ...(readOnly ? [] : [...CHANGES, ...OTHER_CHANGES])];
  const vias = isAuthorizationTaken(settings) ? KEY_HEADERS.slice(1) : KEY_HEADERS;
  const nearMisses = NEAR_MISSES.filter(
    ({ invalidKey, via }) => vias.includes(via) && (invalidKey !== 'other-case' || isMixedCase(apiKey)),
  );
  return operations.flatMap((operation): InvalidKeyRequest[] => [
    { operation, by: 'none' },
    ...vias.map((via): InvalidKeyRequest => ({ operation, by: 'invalid', invalidKey: 'unknown', via })),
    ...(smoke ? [] : nearMisses)
      .filter(({ to }) => to.includes(operation))
      .map(({ invalidKey, via }): InvalidKeyRequest => ({ operation, by: 'invalid', invalidKey, via })),
  ]);
}

/** A request with the key under test in a form that a service may accept or reject: 5.1 says nothing about it. */
export interface KeyFormRequest {
  readonly form: CredentialForm;
  readonly via: KeyHeader;
}

/** Each is sent once, to a read. */
export function keyFormRequests(settings: ResolvedVerifyOptions): readonly KeyFormRequest[] {
  if (settings.smoke) return [];
  const quotes: KeyFormRequest = { form: 'quoted', via: 'x-api-key' };
  if (isAuthorizationTaken(settings)) return [quotes];
  return [
    ...KEY_HEADERS.map((via): KeyFormRequest => ({ form: `with-invalid-${via}`, via })),
    quotes,
    { form: 'other-scheme', via: 'bearer' },
    { form: 'lowercase-bearer', via: 'bearer' },
  ];
}
