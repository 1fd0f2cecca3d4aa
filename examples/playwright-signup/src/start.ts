import { serve } from '@mailrig/sandbox/node';
import { Mailrig } from 'mailrig';
import { signupApp } from './app.ts';
import { listen } from './listen.ts';

const { url: baseUrl, sandbox } = await serve({ port: 0 });
const mail = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl });
const site = await listen(signupApp(mail), Number(process.env['PORT'] ?? 3000));

console.log(`Sign up at ${site.url}`);
console.log(`The mail is at ${baseUrl}`);
