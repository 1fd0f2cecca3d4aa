import { serveSite } from './site.ts';

const { url } = await serveSite(Number(process.env['PORT'] ?? 3000));
console.log(`The outbox is at ${url}`);
