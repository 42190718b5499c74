/**
 * Joins the two entries of a request that a service worker forwarded: the outer one of the page, and the inner one of the worker, which
 * was on the wire.
 */
import { groupBy } from '../../base/group-by.js';
import type { Exchange, WireBody } from '../exchange.js';

/** Recorders round times, and measure the two entries in different processes. */
const TOLERANCE_MS = 5;

interface WithExchange {
  readonly exchange: Exchange;
}

/** The entries without the outer ones whose inner one is there. An inner one belongs to the page of its outer one. */
export function joinServiceWorkerEntries<T extends WithExchange>(entries: readonly T[]): readonly T[] {
  if (!entries.some(isOuter)) return entries;
  const inner = groupBy(
    entries.filter((entry) => !isOuter(entry)),
    describeTarget,
  );
  const outerByInner = new Map<T, Exchange>();
  const others = entries.filter((entry) => {
    if (!isOuter(entry)) return true;
    const innerEntries = (inner.get(describeTarget(entry)) ?? []).filter((one) => isInside(one, entry));
    for (const innerEntry of innerEntries)
      if (!outerByInner.has(innerEntry)) outerByInner.set(innerEntry, entry.exchange);
    return innerEntries.length === 0;
  });
  return others.map((entry) => {
    const outer = outerByInner.get(entry);
    return outer ? { ...entry, exchange: joinEntries(entry.exchange, outer) } : entry;
  });
}

const isOuter = ({ exchange: { metadata } }: WithExchange): boolean => metadata?.isViaServiceWorker === true;

const describeTarget = ({ exchange: { request } }: WithExchange): string =>
  `${request.method} ${request.url.replace(/#.*$/s, '')}`;

function isInside({ exchange: inner }: WithExchange, { exchange: outer }: WithExchange): boolean {
  const [one, other] = [inner.request.body, outer.request.body];
  const isSameBody = !isRecorded(one) || !isRecorded(other) || one?.text === other?.text;
  const [from, until] = [outer.startedAt - TOLERANCE_MS, outer.endedAt + TOLERANCE_MS];
  // A worker continues a request that its page has given up.
  const inside = outer.failure === undefined ? inner.endedAt : inner.startedAt;
  return isSameBody && inner.startedAt >= from && inside <= until;
}

/** Chromium does not record the bodies of requests that a worker streams. */
const isRecorded = (body: WireBody | undefined): boolean => body !== undefined && body.text !== '';

function joinEntries(inner: Exchange, { pageref, request: { body } }: Exchange): Exchange {
  return {
    ...inner,
    ...(pageref !== undefined && { pageref }),
    request: {
      ...inner.request,
      ...(body && !isRecorded(inner.request.body) && { body }),
    },
  };
}
