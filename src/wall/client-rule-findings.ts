/**
 * Violations of the client rules in each sandbox, while the traffic passes. The timers of the frames run on the clock of the wall, so
 * intervals count.
 */
import type { Exchange } from '../journal/exchange.js';
import { clientRules, LiveJudge, type LiveFinding } from '../judge/index.js';
import type { WallFinding } from './protocol.js';

export class ClientRuleFindings {
  readonly #basePath: string;
  /** By the id of a sandbox, so that one of them can start again. */
  readonly #judges = new Map<string, LiveJudge>();
  readonly #findings = new Map<string, readonly WallFinding[]>();

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  add(exchange: Exchange): void {
    const workspace = exchange.metadata?.workspaceId ?? '';
    const judge = this.#judges.get(workspace) ?? this.#createJudge();
    this.#judges.set(workspace, judge);
    judge.add(exchange);
  }

  /** Judges the exchanges that were added since. A request without a response does not delay the others. */
  judge(): void {
    for (const judge of this.#judges.values()) if (judge.hasNextStep) judge.judgeAll();
  }

  /** @param workspace the id of a sandbox */
  get(workspace: string): readonly WallFinding[] {
    return this.#findings.get(workspace) ?? [];
  }

  /** @param workspace the id of a sandbox */
  reset(workspace: string): void {
    this.#judges.delete(workspace);
    this.#findings.delete(workspace);
  }

  #createJudge(): LiveJudge {
    const options = { baseUrl: this.#basePath, timersFollowClock: true, singleClient: true };
    return new LiveJudge(clientRules, options, (finding) => this.#addFinding(finding));
  }

  #addFinding({ rule, finding, exchange }: LiveFinding): void {
    const workspace = exchange.metadata?.workspaceId ?? '';
    const { request, response, failure } = exchange;
    const wallFinding: WallFinding = {
      rule: rule.id,
      sections: rule.sections,
      message: finding.message,
      hint: rule.hint,
      exchange: `#${exchange.sequence} ${request.method} ${request.url} → ${response?.status ?? failure ?? 'no response'}`,
    };
    this.#findings.set(workspace, [...this.get(workspace), wallFinding]);
  }
}
