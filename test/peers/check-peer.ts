/** Checks a peer over the network in real time, as `deckhand verify` does. */
import { check, type Check, type ExploreOptions } from '../../src/contract/index.js';
import { realPace } from '../../src/proxy/reach/real-pace.js';
import { wireClient } from '../../src/proxy/reach/wire-client.js';
import { startGateway, type Gateway } from './gateway.js';
import type { Peer, PeerOptions } from './peer.js';

export interface PeerCheck extends Check {
  readonly seconds: number;
  readonly gateway: Gateway['counts'];
}

/** @param loss the share of requests that the gateway loses */
export async function checkPeer(
  peer: Peer,
  service: PeerOptions & { readonly loss: number },
  options: Partial<ExploreOptions> = {},
): Promise<PeerCheck> {
  const gateway = await startGateway(await peer.start(service), service);
  const client = wireClient();
  const began = performance.now();
  try {
    const checked = await check(
      {
        baseUrl: gateway.baseUrl,
        apiKey: peer.keys.first,
        otherApiKey: peer.keys.second,
        questionPrompt: peer.questionPrompt,
        failurePrompt: peer.failurePrompt,
        ...options,
      },
      { transport: client.transport, pace: realPace() },
    );
    return { ...checked, seconds: (performance.now() - began) / 1000, gateway: gateway.counts };
  } finally {
    client.close();
    await gateway.close();
  }
}
