/** The commands in the log, as JSON. The same commands in the same order give every replica the same state. */
import { fieldOf } from '../base/json.js';
import { UserError } from '../base/user-error.js';
import type { Exchange } from '../journal/exchange.js';
import type { VerbId } from '../control/verb-types.js';

/** A request to the API. */
export interface RequestCommand {
  readonly t: 'q';
  /** The id of the command: that of its replica, and a number. */
  readonly r: string;
  readonly m: string;
  readonly p: string;
  /** The id of the exchange. */
  readonly i: string;
  /** The hash of the key, and the key itself if everybody knows it. */
  readonly k?: string;
  readonly w?: string;
  readonly scenario?: string;
  readonly type?: string;
  /** `null`: the body was too large. */
  readonly b?: string | null;
  /** Whether other machines can send the request, why its key is off, and a name for a new id that they cannot guess. */
  readonly x?: 1;
  readonly o?: string;
  readonly n?: string;
}

/** A verb of the control API that changes something. */
export interface VerbCommand {
  readonly t: 'v';
  readonly r: string;
  readonly v: VerbId;
  readonly p: Readonly<Record<string, string>>;
  readonly q: unknown;
  readonly b: unknown;
  /** The hash of a new key. */
  readonly k?: string;
}

/** An exchange that a replica finished. */
export interface ExchangeCommand {
  readonly t: 'x';
  readonly r: string;
  /** The position of its request in the log. */
  readonly c: string;
  readonly e: Exchange;
}

/** A replica stopped. Its exchanges stay unfinished. */
export interface GoneCommand {
  readonly t: 'g';
  readonly r: string;
}

/** A snapshot was written. */
export interface SnapshotCommand {
  readonly t: 's';
  readonly r?: undefined;
}

export type Command = RequestCommand | VerbCommand | ExchangeCommand | GoneCommand | SnapshotCommand;

/** A command that a replica has put into the log. */
export interface LogEntry {
  /** Its position. */
  readonly position: string;
  /** The time of the store, in milliseconds since 1970. It never goes back. */
  readonly at: number;
  readonly command: Command;
  /** The length of the command as text. */
  readonly size: number;
}

const KINDS: readonly unknown[] = ['q', 'v', 'x', 'g', 's'] satisfies Command['t'][];

/** @throws UserError when the entry is not a command: nothing after it can be applied */
export function readEntry([position, fields]: readonly [string, readonly string[]]): LogEntry {
  const [, text = '', , at = position.slice(0, position.indexOf('-'))] = fields;
  const command = parse(text);
  if (!KINDS.includes(fieldOf(command, 't')))
    throw new UserError(
      'bad-store',
      `The log of the store has an entry that is not a command: ${position}.`,
      {
        hint: `Another program wrote it, or it is damaged. Delete it: XDEL {deckhand}:log ${position}`,
      },
    );
  return { position, at: Number(at), command: command as Command, size: text.length };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
