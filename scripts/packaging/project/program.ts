import { Mailrig } from 'mailrig';
import { scenario } from './scenario.ts';

/** The key and the URL come from the environment, which each runtime keeps in its own way. */
const runtime = navigator.userAgent;
await scenario(new Mailrig(), runtime);
console.log(runtime);
