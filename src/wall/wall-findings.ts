/** What the judge finds in the traffic of each sandbox while it passes: the rules for clients. The timers of the frames run by the clock of the wall, so intervals count. */
import { clientRules, LiveJudge, type LiveFinding } from '../contract/index.js';
import type { Exchange } from '../journal/exchange.js';
import type { WallFinding } from './wall-types.js';

type Found = ReadonlyMap<string, readonly WallFinding[]>;

export class WallFindings {
  readonly #basePath: string;
  #judge: LiveJudge;
  #found = new Map<string, readonly WallFinding[]>();

  constructor(basePath: string) {
    this.#basePath = basePath;
    this.#judge = this.#newJudge((found) => this.#note(found));
  }

  add(exchange: Exchange): void {
    this.#judge.add(exchange);
  }

  /** Judges what was added since. A request that still waits for its response does not hold back the others. */
  judge(): void {
    if (this.#judge.isWaiting) this.#judge.flush();
  }

  /** @param workspace the id of a sandbox */
  of(workspace: string): readonly WallFinding[] {
    return this.#found.get(workspace) ?? [];
  }

  copy(): Found {
    return new Map(this.#found);
  }

  /** Continues from an earlier moment: its exchanges are judged again, and only later ones can add findings. */
  restart(exchanges: readonly Exchange[], found: Found): void {
    this.#found = new Map(found);
    let isEarlier = true;
    const judge = this.#newJudge((one) => {
      if (!isEarlier) this.#note(one);
    });
    for (const exchange of exchanges.toSorted((one, other) => one.sequence - other.sequence))
      judge.add(exchange);
    judge.flush();
    isEarlier = false;
    this.#judge = judge;
  }

  #newJudge(onFinding: (found: LiveFinding) => void): LiveJudge {
    const options = { baseUrl: this.#basePath, sharedClock: true, strict: true };
    return new LiveJudge(clientRules, options, onFinding);
  }

  #note({ rule, finding, exchange }: LiveFinding): void {
    const workspace = exchange.notes?.workspaceId ?? '';
    const { request, response, failure } = exchange;
    const found: WallFinding = {
      rule: rule.id,
      sections: rule.sections,
      message: finding.message,
      hint: rule.hint,
      exchange: `#${exchange.sequence} ${request.method} ${request.url} → ${response?.status ?? failure ?? 'no response'}`,
    };
    this.#found.set(workspace, [...this.of(workspace), found]);
  }
}
