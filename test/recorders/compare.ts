/** Judges new recordings of the ten stories. `tsx test/recorders/compare.ts FOLDER` exits with 1 if one has other verdicts. */
import { brokenRulesIn, recordingIn, VERDICTS } from './verdicts.js';

const [folder = '.'] = process.argv.slice(2);
let seen = 0;
for (const [name, expected] of Object.entries(VERDICTS)) {
  const file = recordingIn(folder, name);
  if (file === undefined) {
    console.log(`left out  ${name}: it made no recording`);
    continue;
  }
  seen += 1;
  const broken = await brokenRulesIn(file);
  const isSame = broken.join() === [...expected].sort().join();
  console.log(`${isSame ? 'same     ' : 'DIFFERENT'} ${name}: ${broken.join(', ')}`);
  if (!isSame) process.exitCode = 1;
}
if (seen === 0) {
  console.log('There is no recording.');
  process.exitCode = 1;
}
