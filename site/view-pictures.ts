import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../tooling/chromium.ts';
import { openView } from './open-view.ts';
import { createFailure, createShop, fill, type Shown } from './view-data.ts';

/**
 * Takes a picture of each view of the inspector at three widths, light and dark, and writes a page `index.html` with
 * all of them: `node site/view-pictures.ts [FOLDER [PART OF THE NAMES]]`. Needs Chromium.
 */
const [directory = join(import.meta.dirname, 'views'), only = ''] = process.argv.slice(2);
const widths = [390, 900, 1440] as const;
const height = 900;
const schemes = ['light', 'dark'] as const;
/** The longest picture of a page that scrolls, in pixels. */
const longest = 1_800;

/** A picture: its name, the address in the page, and what happens before it is taken. */
type Scene = readonly [name: string, path: string, act?: (page: Page) => Promise<unknown>];

const scenesOf = ({
  code,
  retried,
  many,
  bounced,
  beforeBounce,
  refused,
  missing,
  contact,
  verification,
}: Shown): Scene[] => [
  ['messages', 'messages'],
  ['messages-search', 'messages?q=status:delivered', (page) => page.getByLabel('Search messages').focus()],
  ...['HTML', 'Text', 'Links & codes', 'Checks', 'Source', 'Raw'].map((tab): Scene => [
    `message-${tab.toLowerCase().replaceAll(/\W+/g, '-')}`,
    `messages/${code}?tab=${encodeURIComponent(tab)}`,
  ]),
  ['message-retried', `messages/${retried}`],
  ['message-recipients', `messages/${many}`],
  ['message-bounced', `messages/${bounced}`],
  ['message-refused', `messages/${refused}`],
  ['message-missing-variable', `messages/${missing}`],
  ['send', 'send'],
  ['send-template', 'send?template=receipt'],
  ['templates', 'templates'],
  ['template', 'templates/receipt'],
  ['attachments', 'attachments'],
  ['requests', 'requests'],
  ['request', `requests/${refused}`],
  ['activity', 'activity'],
  ['contacts', 'contacts'],
  ['contact', `contacts/${contact}`],
  ['lists', 'contact-lists'],
  ['suppressions', 'suppressions'],
  ['verification', 'verification'],
  ['verification-batch', `verification/${verification}`],
  ['accounts', 'accounts'],
  ['faults', 'faults'],
  ['settings', 'state'],
  ['rewind', `messages/${bounced}?at=${beforeBounce}`],
  ['palette', 'messages', (page) => page.keyboard.press('Control+k')],
  ['keys', 'messages', (page) => page.keyboard.press('?')],
  [
    'menu',
    'messages',
    (page) =>
      page
        .locator('.menu-button')
        .click({ timeout: 500 })
        .catch(() => {}),
  ],
];

const emptyScenes = [
  'messages',
  'requests',
  'contacts',
  'attachments',
  'suppressions',
  'faults',
  'activity',
].map((view): Scene => [`empty-${view}`, view]);

mkdirSync(directory, { recursive: true });
await using cleanup = new AsyncDisposableStack();
const browser = cleanup.adopt(await chromium.launch(launchOptions), (opened: Browser) => opened.close());
const pictured: string[] = [];
const shop = createShop();
await picture(shop, scenesOf(await fill(shop)));
await picture(createSandbox({ clock: 'manual', startAt: '2026-11-22T09:00:00Z' }), emptyScenes);
await picture(await createFailure(), [['failure', 'failure']]);
writeFileSync(join(directory, 'index.html'), contactSheet(pictured));

/** Takes the pictures of some views of a sandbox. */
async function picture(sandbox: Sandbox, scenes: readonly Scene[]): Promise<void> {
  await using server = await serve({ sandbox, port: 0 });
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  for (const [name, path, act] of scenes.filter(([title]) => title.includes(only))) {
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      await openView(page, `${server.url}/#/${path}`);
      await act?.(page);
      const whole = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width, height: Math.min(whole, longest) };
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: join(directory, fileName(name, width, colorScheme)),
          clip,
          fullPage: true,
        });
      }
    }
    pictured.push(name);
  }
}

function fileName(name: string, width: number, scheme: string): string {
  return `${name}-${width}-${scheme}.png`;
}

function contactSheet(names: readonly string[]): string {
  const row = (name: string) => {
    const pictures = widths.flatMap((width) =>
      schemes.map((scheme) => {
        const file = fileName(name, width, scheme);
        return `<a href="${file}"><img src="${file}" alt="${file}" style="flex: ${width}" loading="lazy"></a>`;
      }),
    );
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`;
  };
  return `<!doctype html><title>Views of the inspector</title><style>
body { font: 14px sans-serif; background: #888 } div { display: flex; gap: 8px; align-items: start } img { width: 100% }
</style>${names.map(row).join('\n')}`;
}
