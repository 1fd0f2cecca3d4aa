import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { searchOptions, termOptions } from './search.ts';

/** Words that people search for, and the page that must come first. The title of a guide must find it, too. */
const expected: Readonly<Record<string, string>> = {
  install: '/getting-started',
  idempotency: '/guides/errors-and-retries',
  retry: '/guides/errors-and-retries',
  suppress: '/guides/suppression',
  clock: '/guides/time',
  bounce: '/guides/time',
  'rate limit': '/guides/rate-limits',
  throttle: '/guides/rate-limits',
  attachment: '/guides/attachments',
  template: '/guides/templates',
  webhook: '/guides/sending',
  playwright: '/guides/playwright',
  jest: '/guides/jest',
  cypress: '/guides/cypress',
  express: '/guides/express',
  ECONNREFUSED: '/guides/troubleshooting',
  msw: '/guides/msw',
  seed: '/guides/seeding',
  verify: '/guides/verification',
  trace: '/guides/observing',
  docker: '/guides/containers',
  proxy: '/guides/ky',
  // Names, as they are written in code.
  sendEmail: '/reference/operations/sendemail',
  createContact: '/reference/operations/createcontact',
  Mailrig: '/api/mailrig/classes/Mailrig',
  MailrigOptions: '/api/mailrig/interfaces/MailrigOptions',
  RequestOptions: '/api/mailrig/interfaces/RequestOptions',
  APIError: '/api/mailrig/classes/APIError',
  RateLimitError: '/api/mailrig/classes/RateLimitError',
  isAPIError: '/api/mailrig/functions/isAPIError',
  fileJournal: '/api/mailrig/node/functions/fileJournal',
  fleetThrottle: '/api/mailrig/rate-limiter-flexible/functions/fleetThrottle',
  createSandbox: '/api/sandbox/functions/createSandbox',
  SandboxOptions: '/api/sandbox/interfaces/SandboxOptions',
  FaultRule: '/api/sandbox/interfaces/FaultRule',
  routeToSandbox: '/api/sandbox/playwright/functions/routeToSandbox',
};

const base = process.env['SITE_BASE'] ?? '/';

/** The targets of each page, by its path. */
const ids = new Map<string, ReadonlySet<string>>();

/** What is wrong with the built site: links that lead nowhere, and searches that miss the guide. */
export async function problemsIn(site: string): Promise<string[]> {
  return [...brokenLinks(site), ...(await missedGuides(site))];
}

function brokenLinks(site: string): string[] {
  return globSync('**/*.html', { cwd: site }).flatMap((page) => {
    const [, content = ''] = read(site, page).split('id="VPContent"');
    const links = new Set(Array.from(content.matchAll(/<a\b[^>]* href="([^"]*)"/g), ([, href = '']) => href));
    return [...links].flatMap((href) => problemOf(site, page, href) ?? []);
  });
}

function problemOf(site: string, page: string, href: string): string | undefined {
  // A processor that makes links of plain text takes `api.md` for a domain.
  if (/^\w+:\/\/[^/]*\.md\b/.test(href)) return `${page}: ${href} is the name of a file, not an address.`;
  if (/^\w+:/.test(href)) return undefined;
  const [path = '', anchor] = decodeURI(href).split('#');
  const target = path.startsWith('/') ? path.slice(base.length) : posix.join(dirname(page), path);
  const file = path === '' ? page : /(^|\/)$/.test(target) ? `${target}index.html` : target;
  if (!existsSync(join(site, file))) return `${page}: ${href} leads nowhere.`;
  if (anchor === undefined || idsOf(site, file).has(anchor)) return undefined;
  return `${page}: there is no #${anchor} in ${file}.`;
}

function idsOf(site: string, page: string): ReadonlySet<string> {
  const known = ids.get(page);
  const found =
    known ?? new Set(Array.from(read(site, page).matchAll(/ id="([^"]+)"/g), ([, id = '']) => id));
  ids.set(page, found);
  return found;
}

async function missedGuides(site: string): Promise<string[]> {
  const [chunk = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: site });
  const { default: json } = (await import(pathToFileURL(join(site, chunk)).href)) as { default: string };
  // The other options are those of VitePress.
  const index = MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...termOptions,
    searchOptions,
  });
  const titles = globSync('guides/*.md', { cwd: 'docs' }).map((guide) => {
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(join('docs', guide), 'utf8')) ?? [];
    return [title.replaceAll('`', ''), `/${guide.replace(/\.md$/, '')}`] as const;
  });
  return [...Object.entries(expected), ...titles].flatMap(([word, page]) => {
    const [first] = index.search(word);
    const found = String(first?.id ?? '')
      .slice(base.length - 1)
      .replace(/(\.html)?(#.*)?$/, '');
    return found === page
      ? []
      : [`A search for “${word}” finds ${first?.id} first, and should find ${page}.`];
  });
}

function read(site: string, path: string): string {
  return readFileSync(join(site, path), 'utf8');
}
