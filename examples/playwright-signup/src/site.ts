import { Mailrig } from 'mailrig';
import { signupApp } from './app.ts';
import { listen } from './listen.ts';

// A process of its own reads where the service is from MAILRIG_BASE_URL and MAILRIG_API_KEY.
const site = await listen(signupApp(new Mailrig()), Number(process.env['PORT'] ?? 0));
console.log(site.url);
