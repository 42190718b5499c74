/** What the judge finds in the traffic of each sandbox while it passes: the rules for clients. The timers of the frames run by the clock of the wall, so intervals count. */
import { clientRules, LiveJudge, type LiveFinding } from '../contract/index.js';
import type { Exchange } from '../journal/exchange.js';
import type { WallFinding } from './wall-types.js';

export class WallFindings {
  readonly #basePath: string;
  #judge: LiveJudge;
  #found = new Map<string, readonly WallFinding[]>();

  constructor(basePath: string) {
    this.#basePath = basePath;
    this.#judge = this.#newJudge();
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

  reset(): void {
    this.#found = new Map();
    this.#judge = this.#newJudge();
  }

  #newJudge(): LiveJudge {
    const options = { baseUrl: this.#basePath, sharedClock: true, strict: true };
    return new LiveJudge(clientRules, options, (found) => this.#note(found));
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
