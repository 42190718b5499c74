import { startHttp } from './start-transports.js';
import { describeTransport } from './transport-suite.js';

describeTransport('the server', startHttp);
