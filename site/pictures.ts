import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../tooling/chromium.ts';
import { animation, type Frame } from './animation.ts';
import { openView } from './open-view.ts';

/**
 * Takes the pictures of the README and the front page from a running inspector, and writes them to
 * `docs/pictures`. Needs Chromium. Run it again when the inspector looks different.
 */
const out = join(import.meta.dirname, '../docs/pictures');
const schemes = ['light', 'dark'] as const;
const size = { width: 1440, height: 900 };

mkdirSync(out, { recursive: true });
await using cleanup = new AsyncDisposableStack();
const sandbox = createSandbox({ clock: 'manual', startAt: '2026-11-22T09:00:00Z' });
const server = cleanup.use(await serve({ sandbox, port: 0 }));
const browser = cleanup.adopt(await chromium.launch(launchOptions), (opened: Browser) => opened.close());
const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1 });

const receipt =
  '<h1 style="font:600 24px sans-serif">Your receipt</h1><p style="font:16px sans-serif">Order 1042, 29.00 EUR. Thank you, Linus.</p>';
const confirm = `<div style="font:16px/1.6 sans-serif;padding:24px"><h1 style="font-size:26px">Confirm your address</h1><p>Hello Grace, your code is</p><p style="font:700 32px ui-monospace,monospace;letter-spacing:.15em">493017</p><p><a href="https://app.example.com/confirm?code=493017" style="background:#1d4ed8;color:#fff;padding:10px 18px;border-radius:6px;text-decoration:none">Confirm</a></p></div>`;

await post('emails', {
  from: 'Shop <shop@example.com>',
  to: 'linus@example.org',
  subject: 'Your receipt',
  html: receipt,
});
await post('emails', {
  from: 'Shop <shop@example.com>',
  to: 'bounce@example.org',
  subject: 'Your parcel is on its way',
  text: 'It left today.',
});
sandbox.clock.runUntilIdle();
sandbox.clock.advance('3m');
const frames: Frame[] = [];

await open('messages');
await frame(
  'await signUp(mail, address, code);',
  'An app sends an email. It never leaves the sandbox.',
  async () => {
    await post('emails', {
      from: 'Hello <hello@example.com>',
      to: 'grace@example.org',
      subject: 'Confirm your address',
      html: confirm,
    });
    await open(`messages/${sandbox.mailbox.latest()?.id}`);
    await page.waitForTimeout(400);
  },
);
const sent = sandbox.mailbox.latest()?.id;
await open(`messages/${sent}`);
await frame(
  "sandbox.clock.advance('2s');",
  'Two seconds pass at once, and the email is delivered.',
  async () => {
    sandbox.clock.advance('2s');
    await page.reload();
  },
);
await shoot('clock');

sandbox.faults.failNext('sendEmail', 503);
sandbox.faults.add({ operation: 'verifyEmail', effect: { delay: 3000 } });
await open('faults');
await frame(
  "sandbox.faults.failNext('sendEmail', 503);",
  'The next call fails, and the client tries again.',
  async () => {},
);
await shoot('faults');
await post('emails', { from: 'hello@example.com', to: 'grace@example.org', subject: 'Again', text: 'Again' });

await post('emails', {
  from: 'hello@example.com',
  to: ['grace@example'],
  subject: 'Welcome',
  text: 'Hello Grace',
  replyto: 'help@example.com',
});
await open(`requests/${sandbox.requests.last()?.requestId}`);
await frame(
  'POST /api/v1/emails',
  'A refused request: the field at fault is marked, and one that is ignored.',
  async () => {},
);
await shoot('exchange');

writeFileSync(join(out, 'tour.svg'), animation(frames, size));

async function open(view: string): Promise<void> {
  await openView(page, `${server.url}/#/${view}`);
}

async function frame(code: string, caption: string, act: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await act();
  await page.waitForTimeout(300);
  frames.push({ code, caption, picture: await webp(page, 62) });
}

async function shoot(name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(200);
    writeFileSync(join(out, `${name}-${colorScheme}.webp`), await webp(page, 80));
  }
}

/** WebP takes a fifth of the bytes of PNG; Playwright itself does not offer it. */
async function webp(from: Page, quality: number): Promise<Buffer> {
  const session = await from.context().newCDPSession(from);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  return Buffer.from(data, 'base64');
}

async function post(path: string, body: object): Promise<void> {
  await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
