/** Who sent a request, as far as its headers say: which of the two documented headers, and which key. Section 5. */
import { headerOf, type HeaderPairs } from '../../journal/exchange.js';
import { keyMark, LEFT_OUT } from '../../journal/redact.js';
import { keyMarks } from '../key-marks.js';

export interface Credential {
  /** `left-out`: a key was sent, and the recording does not say how. */
  readonly via: 'bearer' | 'x-api-key' | 'both' | 'none' | 'left-out';
  /** Tells keys apart; a mark when the journal is redacted. Never to be shown. */
  readonly key?: string;
  /** Whether the key was made up so that no workspace has it. */
  readonly wrong: boolean;
  /** Whether several keys may stand behind `key`: whoever recorded it wrote the same for all. */
  readonly isBlurred: boolean;
}

/** What recorders write in the place of any key. */
const BLUR =
  /^(?:\*+|x+|[[<({]?\s*(?:redacted|removed|hidden|masked|filtered|omitted|sanitized)\s*[\])}>]?)$/i;

/** So many keys are remembered with what they say: clients send the same with every request. */
const MOST_KNOWN = 200;
/** And none that is longer, so that what is remembered is bounded. */
const LONGEST_KNOWN = 4000;
/** By the two headers, of which either may be missing. */
const known = new Map<string | undefined, Map<string, Credential>>();
let knownCount = 0;

export function credentialOf(headers: HeaderPairs): Credential {
  const authorization = headerOf(headers, 'authorization') ?? '';
  const plain = headerOf(headers, 'x-api-key');
  const before = known.get(plain)?.get(authorization);
  if (before) return before;
  const credential = credentialIn(authorization, plain);
  if (authorization.length + (plain?.length ?? 0) > LONGEST_KNOWN) return credential;
  if (knownCount++ >= MOST_KNOWN) {
    known.clear();
    knownCount = 1;
  }
  const alike = known.get(plain) ?? new Map<string, Credential>();
  known.set(plain, alike.set(authorization, credential));
  return credential;
}

function credentialIn(authorization: string, plain: string | undefined): Credential {
  if (authorization === LEFT_OUT) return { via: 'left-out', key: LEFT_OUT, wrong: false, isBlurred: true };
  // A mark without its scheme: the recorder took that too.
  const bearer =
    /^Bearer +(.*)$/i.exec(authorization)?.[1] ?? (BLUR.test(authorization) ? authorization : undefined);
  const key = bearer ?? plain;
  if (key === undefined) return { via: 'none', wrong: false, isBlurred: false };
  const via =
    bearer !== undefined && plain !== undefined ? 'both' : bearer !== undefined ? 'bearer' : 'x-api-key';
  return { via, key, wrong: key === keyMarks.wrong, isBlurred: key === keyMark() || BLUR.test(key) };
}
