import { Mailrig } from 'mailrig';
import { signupApp } from './app.ts';
import { listen } from './listen.ts';

// The client reads MAILRIG_BASE_URL and MAILRIG_API_KEY.
const site = await listen(signupApp(new Mailrig()), Number(process.env['PORT'] ?? 0));
console.log(site.url);
