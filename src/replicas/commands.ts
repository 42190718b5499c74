/** The commands in the log, as JSON. The same commands in the same order give every replica the same state. */
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

/** A replica stopped. Nobody finishes its exchanges. */
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
  /** Its position: the time of the store in milliseconds, and a number. */
  readonly position: string;
  /** The time of the store, in milliseconds since 1970. */
  readonly at: number;
  readonly command: Command;
  /** The length of the command as text. */
  readonly size: number;
}

export function readEntry([position, [, text = '']]: readonly [string, readonly string[]]): LogEntry {
  return {
    position,
    at: Number(position.slice(0, position.indexOf('-'))),
    command: JSON.parse(text) as Command,
    size: text.length,
  };
}
