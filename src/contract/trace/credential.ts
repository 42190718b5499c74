/** Who sent a request, as far as its headers say: which of the two documented headers, and which key. Section 5. */
import { headerOf, type HeaderPairs } from '../../journal/exchange.js';
import { keyMarks } from '../key-marks.js';

export interface Credential {
  readonly via: 'bearer' | 'x-api-key' | 'both' | 'none';
  /** Tells keys apart; a mark when the journal is redacted. Never to be shown. */
  readonly key?: string;
  /** Whether the key was made up so that no workspace has it. */
  readonly wrong: boolean;
}

export function credentialOf(headers: HeaderPairs): Credential {
  const bearer = /^Bearer +(.*)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1];
  const plain = headerOf(headers, 'x-api-key');
  const key = bearer ?? plain;
  if (key === undefined) return { via: 'none', wrong: false };
  const via =
    bearer !== undefined && plain !== undefined ? 'both' : bearer !== undefined ? 'bearer' : 'x-api-key';
  return { via, key, wrong: key === keyMarks.wrong };
}
