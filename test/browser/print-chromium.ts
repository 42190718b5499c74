/** Prints the path of the browser for the tests; `.ci/run` hands it to the projects of users. */
import { chromiumOptions } from './find-chromium.js';

const { executablePath } = await chromiumOptions();
if (executablePath === undefined) throw new Error('Set CHROMIUM to the path of a browser.');
console.log(executablePath);
