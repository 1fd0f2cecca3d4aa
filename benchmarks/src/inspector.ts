import { serve } from '@mailrig/sandbox/node';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../tooling/chromium.ts';
import { fill } from './scale/fill.ts';
import { median } from './turns.ts';

/**
 * Measures the inspector in Chromium with 100,000 messages: how long until the first row shows, how long
 * searches, a page of contacts and the checks of a message take, how many bytes a refresh reads, how much slower
 * an API call is while someone types, and while 50 tests wait for their emails. Then how many requests a second an open
 * page makes while mail arrives, how long the page and the sandbox are blocked while a mail of 5 MB is opened and
 * checked, and how long the page is while it is open and mail arrives.
 * For another number of messages: `node src/inspector.ts 10000`. It exits with 1 if a figure is too high with
 * 100,000 messages or more.
 */
const count = Number(process.argv[2] ?? 100_000);
/** With fewer than 1,000 messages, it only shows that everything works: once, for a second, with a mail of 50 kB. */
const [rounds, seconds, large] = count < 1_000 ? [1, 1, 50_000] : [5, 10, 5_000_000];
/** About 2 kB, as a small real email has. */
const html = `<p>Welcome, Grace</p>${'<p style="margin:0">Thank you for your order. We ship it today.</p>'.repeat(30)}`;
/** A part of an email as builders of newsletters write it. */
const part =
  '<table role="presentation" width="100%"><tr><td style="padding:10px;font-family:Arial;color:#333">' +
  '<p style="margin:0">Read <a href="https://example.com/a?b=1">the story</a></p>' +
  '<img src="https://example.com/x.png" alt="A cat"></td></tr></table>\n';
const words = ['person99', 'grace', 'zebra', 'invoice', 'order'];
const searches = [
  'to:person99 -status:failed',
  'grace "thank you for your order" has:html',
  'subject:order after:2026-01-01 -zebra',
  'from:ada environment:live -has:attachment today',
  'status:delivered header:X-Campaign',
];

const { sandbox } = fill(count, html);
const server = await serve({ sandbox, port: 0 });
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await open(page);
  const figures = [
    ['first row after opening, ms', median(await repeat(rounds, () => open(page))), 1_000],
    ['search until its answer, ms', median(await repeat(rounds, (round) => search(words[round] ?? ''))), 200],
    [
      'search with words until its answer, ms',
      median(await repeat(rounds, (round) => search(searches[round] ?? ''))),
      200,
    ],
    ['page of contacts, ms', median(await repeat(rounds, () => read('contacts'))), 200],
    ['search for contacts, ms', median(await repeat(rounds, () => read('contacts?q=person99'))), 200],
    ['checks of 100 kB of HTML, ms', await checking(), 200],
    [
      'search until its rows show, ms',
      median(await repeat(rounds, (round) => type(page, words[round] ?? ''))),
      500,
    ],
    ['bytes of a refresh', await refreshBytes(page), 50_000],
    ['API call while typing: slower by, ms', await slowdown(page), 20],
    ['sends while 50 callers wait, to none', median(await repeat(rounds, waiting)), 3],
    ['requests a second at 20 emails a second', await requestsMeanwhile(page, 20), 4.5],
    ...(await openLarge(page)),
    ['longest task with 5 MB open, ms', (await sending(10), await longestTask(page)), 100],
    ['requests a second with 5 MB open', await requestsMeanwhile(page, 10), 6.5],
  ] as const;
  for (const [name, value, most] of figures) {
    console.log(
      `${name.padEnd(40)}${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 }).padStart(10)}  at most ${most.toLocaleString('en')}`,
    );
    if (value > most && count >= 100_000) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.close();
}

async function repeat(times: number, run: (round: number) => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let round = 0; round < times; round++) results.push(await run(round));
  return results;
}

/** Opens the page; returns the milliseconds until its first row shows. */
async function open(page: Page): Promise<number> {
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.locator('.rows a').first().waitFor();
  return performance.now() - start;
}

/** Searches over HTTP; returns the milliseconds until the answer is complete. */
function search(q: string): Promise<number> {
  return read(`messages?q=${encodeURIComponent(q)}`);
}

/** Reads from the control plane; returns the milliseconds until the answer is complete. */
async function read(path: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${server.url}/_sandbox/${path}`);
  await response.text();
  return performance.now() - start;
}

/** Checks an email of 100 kB a few times; the first time also loads the checks and does not count. */
async function checking(): Promise<number> {
  await send('Long', part.repeat(100_000 / part.length));
  const path = `messages/${sandbox.mailbox.latest({ subject: 'Long' })?.id}/check`;
  await read(path);
  return median(await repeat(rounds, () => read(path)));
}

/** Types into the search field; returns the milliseconds until the rows are those of the search. */
async function type(page: Page, q: string): Promise<number> {
  const answered = page.waitForResponse((response) => response.url().includes(`q=${q}`));
  const start = performance.now();
  await page.getByLabel('Search messages').fill(q);
  await answered;
  await page.locator('.rows.old').waitFor({ state: 'detached' });
  const taken = performance.now() - start;
  await page.getByLabel('Search messages').fill('');
  await page.locator('.rows a').first().waitFor();
  return taken;
}

/** Sends an email and returns the bytes that the page reads until it shows. */
async function refreshBytes(page: Page): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  const keep = (response: { body(): Promise<Buffer> }) => bodies.push(response.body());
  page.on('response', keep);
  await send('Refreshed');
  await page.getByRole('link', { name: 'Refreshed' }).waitFor();
  page.off('response', keep);
  return (await Promise.all(bodies)).reduce((sum, { length }) => sum + length, 0);
}

/** The time that 19 of 20 calls stay below. */
function nearlyMost(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
}

/** How many milliseconds slower sends are while searches run, at a normal typing speed: 19 of 20 of them. */
async function slowdown(page: Page): Promise<number> {
  const timed = async () => {
    const start = performance.now();
    await send('Meanwhile');
    return performance.now() - start;
  };
  const idle = nearlyMost(await repeat(20 * rounds, timed));
  let isTyping = true;
  const typing = (async () => {
    while (isTyping) {
      for (const word of words) {
        await page.getByLabel('Search messages').pressSequentially(word, { delay: 100 });
        await page.getByLabel('Search messages').fill('');
      }
    }
  })();
  const busy = nearlyMost(await repeat(80 * rounds, timed));
  isTyping = false;
  await typing;
  return busy - idle;
}

/** Sends with 50 callers that wait for other emails, as parallel tests do: how many times as long as without them. */
async function waiting(): Promise<number> {
  const timed = async () => {
    const start = performance.now();
    await repeat(40 * rounds, async () => (await send('Meanwhile'), 0));
    return performance.now() - start;
  };
  const alone = await timed();
  const over = new AbortController();
  const callers = Array.from({ length: 50 }, async (_, number) => {
    const path = `messages?to=reader${number}@example.net&wait=10m`;
    await fetch(`${server.url}/_sandbox/${path}`, over).catch(() => {});
  });
  // The first looks of all callers take turns with this one, which is the last to begin.
  await read('messages?to=nobody@example.net');
  const together = await timed();
  over.abort();
  await Promise.all(callers);
  return together / alone;
}

/** Sends so many emails a second. */
async function sending(perSecond: number): Promise<void> {
  const start = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    await send('Meanwhile');
    await until(start + ((sent + 1) * 1_000) / perSecond);
  }
}

/** Waits until `performance.now()` has this value. */
function until(due: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
}

/** The requests that the page makes in a second while so many emails arrive. */
async function requestsMeanwhile(page: Page, perSecond: number): Promise<number> {
  let requests = 0;
  const count = () => requests++;
  page.on('request', count);
  await sending(perSecond);
  page.off('request', count);
  return requests / seconds;
}

/** Opens a mail of 5 MB, then its checks and its source: the longest task of the page and the longest wait for the sandbox. */
async function openLarge(page: Page): Promise<(readonly [name: string, value: number, most: number])[]> {
  await send('Large', part.repeat(large / part.length));
  const id = sandbox.mailbox.latest({ subject: 'Large' })?.id;
  await page.evaluate(() => {
    const tasks: number[] = [];
    Reflect.set(window, 'tasks', tasks);
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
  });
  let isOver = false;
  const waits = (async () => {
    let longest = 0;
    for (let due = performance.now(); !isOver; due = performance.now() + 10) {
      await until(due);
      await read('health');
      longest = Math.max(longest, performance.now() - due);
    }
    return longest;
  })();
  await page.evaluate((hash) => location.assign(hash), `#/messages/${id}`);
  await page.getByRole('article', { name: 'Large' }).waitFor();
  await page.locator('iframe').first().waitFor();
  await page.frames().at(-1)?.waitForLoadState();
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.getByText('mail clients, with data of').waitFor();
  await page.getByRole('tab', { name: 'Source' }).click();
  await page.getByRole('tabpanel').getByText('role').first().waitFor();
  isOver = true;
  return [
    ['longest task while 5 MB are opened, ms', await longestTask(page), 250],
    ['longest wait of /health meanwhile, ms', await waits, 250],
  ];
}

/** Milliseconds of the longest task of the page since the last time, or since a mail of 5 MB was opened. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'tasks') as number[]).splice(0)));
}

async function send(subject: string, body?: string): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/emails`, {
    method: 'POST',
    headers: { 'x-api-key': 'sk_live_sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to: 'bob@example.org', subject, text: 'Hi', html: body }),
  });
  await response.text();
}
