import {
  applyOverlay,
  driftsOf,
  expectationsOf,
  follow,
  readOverlay,
  writeOverlay,
} from '../../src/learn/index.js';
import { overlayCheck } from '../../src/adapters/overlay-check.js';
import { liberties } from '../liberties/liberties.js';
import { contractDocument, learnFrom, plainPlace, standInPlace } from './places.js';
import { travel } from './travel.js';
let claimed = 0,
  left = 0,
  all = 0;
const whys = new Map<string, number>();
for (const { id, apply } of [{ id: 'PLAIN', apply: {} }, ...liberties]) {
  const learnt = learnFrom(await travel(plainPlace([apply])));
  const overlay = JSON.parse(JSON.stringify(writeOverlay(learnt, '0')));
  const read = readOverlay(overlay);
  if ('mistakes' in read) {
    console.log(id, 'MISTAKE', read.mistakes.slice(0, 2));
    continue;
  }
  const { document, idle, failed } = applyOverlay(contractDocument, read.overlay);
  for (const f of failed) console.log(id, 'FAILED', f.message);
  for (const f of idle) console.log(id, 'IDLE', f.message);
  const seen = expectationsOf(document);
  const f = follow(document);
  const check = await overlayCheck(document);
  const complaints = new Set<string>();
  const own = learnFrom(
    await travel(
      standInPlace(f.reshape, (a) => {
        const c = check(a);
        if (c) complaints.add(c);
      }),
    ),
  );
  const drifts = driftsOf(seen, own);
  claimed += f.followed.length;
  left += f.left.length;
  all += seen.size;
  for (const p of f.followed) {
    const d = drifts.get(p);
    if (d) console.log(id, p, d.map((x) => x.message).slice(0, 2));
  }
  for (const c of complaints) console.log(id, 'CHECK', c.slice(0, 200));
  if (own.broken.length) console.log(id, 'BROKEN', own.broken[0]?.what);
  for (const l of f.left)
    whys.set(
      `${l.place}: ${l.why.replace(/".*"/, '…').replace(/.* contradict/, 'contradict')}`,
      (whys.get(`${l.place}: ${l.why.replace(/".*"/, '…').replace(/.* contradict/, 'contradict')}`) ?? 0) + 1,
    );
}
console.log({ claimed, left, all });
console.log(whys);
