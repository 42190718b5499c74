/**
 * The events of a workspace as server-sent events. Each event is written as text once, and followers who have read equally far
 * share one piece of text. Many followers get their events in fewer and larger pieces.
 */
import { realElapsed, setRealTimeout } from '../../base/real-time.js';
import { controlEvent, gapOf, helloOf, nextEvent, openEvents, startOf } from '../../app/follow.js';
import type { ControlEvent } from '../../control/line.js';
import type { EventLog, LoggedEvent } from '../../service/event-log.js';
import type { ControlContext } from '../../service/control/verb-context.js';

/** Milliseconds between two pieces: the least, and for each follower. To write to a socket takes some 10 microseconds. */
const FRAME = 20;
const FRAME_FOR_EACH = 0.2;

/** Bytes that all followers together can get in one frame. Above it they get a gap. */
const MOST_IN_A_FRAME = 8_388_608;

interface Piece {
  /** The number of the last event before it, and of its last event. */
  readonly after: number;
  readonly last: number;
  readonly text: string;
  /** No events follow. */
  readonly isEnd: boolean;
}

const feeds = new WeakMap<EventLog, EventFeed>();

/**
 * The text of the stream, until the signal is aborted or the workspace is deleted.
 * @param after the id of the last event that the client knows
 */
export async function* feedOf(
  context: ControlContext,
  workspace: string,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const { events, leave } = openEvents(context, workspace);
  let feed = feeds.get(events);
  if (!feed) feeds.set(events, (feed = new EventFeed(context, workspace, events)));
  feed.followers += 1;
  try {
    let number = startOf(after, events);
    yield frameOf(helloOf(events, number, workspace));
    for (;;) {
      await nextEvent(events, number, signal);
      await feed.frame();
      if (signal.aborted) return;
      const piece = await feed.pieceAfter(number);
      number = piece.last;
      yield piece.text;
      if (piece.isEnd) return;
    }
  } finally {
    feed.followers -= 1;
    leave();
  }
}

export class EventFeed {
  followers = 0;
  readonly #context: ControlContext;
  readonly #workspace: string;
  readonly #events: EventLog;
  #texts = new WeakMap<LoggedEvent, Promise<string>>();
  /** Of the redactor: texts that were clean before can contain a key that is new. */
  #version = 0;
  #latest: { readonly after: number; readonly piece: Promise<Piece> } | undefined;
  #isDue = 0;
  #frame: Promise<void> | undefined;

  constructor(context: ControlContext, workspace: string, events: EventLog) {
    this.#context = context;
    this.#workspace = workspace;
    this.#events = events;
  }

  /** Resolves when the next piece is due: at once after a quiet time. */
  async frame(): Promise<void> {
    const wait = this.#isDue - realElapsed();
    if (wait > 0)
      await (this.#frame ??= new Promise((resolve) => {
        setRealTimeout(() => {
          this.#frame = undefined;
          resolve();
        }, wait);
      }));
  }

  /** All events after this number. Followers who ask for the same in one frame get the same piece. */
  pieceAfter(after: number): Promise<Piece> {
    const { version } = this.#context.service.redactor;
    if (version !== this.#version) {
      this.#version = version;
      this.#texts = new WeakMap();
      this.#latest = undefined;
    }
    if (this.#latest?.after === after && realElapsed() < this.#isDue) return this.#latest.piece;
    this.#isDue = realElapsed() + FRAME + FRAME_FOR_EACH * this.followers;
    const piece = this.#read(after);
    const latest = { after, piece };
    this.#latest = latest;
    // Its text can have megabytes, and no follower asks for it after the frame.
    setRealTimeout(() => {
      if (this.#latest === latest) this.#latest = undefined;
    }, this.#isDue - realElapsed()).unref();
    return piece;
  }

  async #read(after: number): Promise<Piece> {
    const { last } = this.#events;
    const gap: Piece = { after, last, text: frameOf(gapOf(this.#events)), isEnd: false };
    let text = '';
    let isEnd = false;
    for (let number = after; number < last; number += 1) {
      const next = this.#events.after(number);
      if (next === undefined || next === 'missed') return gap;
      text += await this.#sharedFrame(next);
      isEnd ||= next.event.kind === 'closed';
    }
    if (after > last) return gap;
    return isEnd || text.length * this.followers <= MOST_IN_A_FRAME ? { after, last, text, isEnd } : gap;
  }

  #sharedFrame(logged: LoggedEvent): Promise<string> {
    let text = this.#texts.get(logged);
    if (!text) {
      text = controlEvent(this.#context, this.#workspace, this.#events, logged).then((event) =>
        event ? frameOf({ ...event, data: this.#context.service.redactor.value(event.data) }) : '',
      );
      this.#texts.set(logged, text);
    }
    return text;
  }
}

function frameOf({ id, event, data }: ControlEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
