// site.ts
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Mailrig } from 'mailrig';
import { signUpApp } from './app.ts';

// The client reads MAILRIG_BASE_URL and MAILRIG_API_KEY.
const server = signUpApp(new Mailrig()).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
