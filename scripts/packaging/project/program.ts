import { Mailrig } from 'mailrig';
import { scenario } from './scenario.ts';

/** The key and URL come from the environment, which every runtime provides differently. */
const runtime = navigator.userAgent;
await scenario(new Mailrig(), runtime);
console.log(runtime);
