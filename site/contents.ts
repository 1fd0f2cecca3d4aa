import { operations } from '../packages/contract/src/index.ts';

/** A group of pages in a sidebar. */
export interface Section {
  readonly title: string;
  /** Paths of the Markdown files in the workspace, in the order in which to read them. */
  readonly pages: readonly string[];
}

/** What users read, in order: each page with what it is for. Indices and search engines show that. */
const purposes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Start: {
    'docs/getting-started.md': 'Install Mailrig and write a first test.',
    'docs/guides/jest.md': 'Write the first test in Jest, also for a page.',
    'docs/guides/node-test.md': 'Write the first test with the test runner of Node.',
    'docs/guides/cypress.md': 'Read the emails that your app sends in a Cypress spec.',
    'docs/guides/sending.md': 'Send an email, and find out whether it was delivered.',
    'docs/guides/troubleshooting.md': 'Look up a message that you see, and fix its cause.',
  },
  Test: {
    'docs/guides/testing.md': 'Read and search mail in tests, and see what a failed test left.',
    'docs/guides/msw.md': 'Test code that creates its own client.',
    'docs/guides/playwright.md': 'Test a form in a browser, and read the email that it sends.',
    'docs/guides/time.md': 'Test deliveries, bounces, retries and everything else that takes time.',
    'docs/guides/faults.md': 'Test what your app does when a call is refused, slow or lost.',
    'docs/guides/races-and-crashes.md':
      'Find emails that are sent twice, or never, after a double click or a crash.',
    'docs/guides/real-bugs.md': 'See how sweeps find bugs of real projects, and how to fix them.',
    'docs/guides/checks.md':
      'Find broken links, open placeholders, and HTML that mail clients do not support.',
  },
  'In your app': {
    'docs/guides/frameworks.md': 'Create the client, handle errors and test, in any web framework.',
    'docs/guides/express.md': 'Send email from an Express app, and test its routes.',
    'docs/guides/hono.md': 'Send email from a Hono app, and test its routes.',
    'docs/guides/nestjs.md': 'Provide the client to your services, and replace it in tests.',
    'docs/guides/nextjs.md': 'Send email from server actions and route handlers, and test both.',
    'docs/guides/react-email.md': 'Write an email as a React component, send it, and test what it says.',
    'docs/guides/python-and-go.md': 'Send email from Python or Go, and read it in their own tests.',
  },
  Send: {
    'docs/guides/templates.md': 'Send stored templates, with variables that the compiler checks.',
    'docs/guides/attachments.md': 'Send files and inline images.',
    'docs/guides/errors-and-retries.md':
      'Find out whether a failed email went out, and whether to try again.',
    'docs/guides/rate-limits.md': 'Stay within the rate limit, also with several processes.',
    'docs/guides/runs.md': 'Send, import or verify thousands, and continue after a crash.',
    'docs/guides/observing.md': 'Log, measure and trace what the client does.',
    'docs/guides/ky.md': 'Use a proxy, add headers, or record requests with your own ky instance.',
    'docs/guides/moving.md': 'Replace raw fetch or another client, one call at a time.',
  },
  People: {
    'docs/guides/contact-lists.md': 'Manage lists and contacts, and import a CSV file.',
    'docs/guides/suppression.md': 'Stop mail to people who do not want it.',
    'docs/guides/verification.md': 'Check whether addresses exist, one or many.',
  },
  Sandbox: {
    'docs/guides/seeding.md': 'Start a sandbox with data, copy it, save it, and keep the state of a server.',
    'docs/guides/control-plane.md': 'Use the sandbox over HTTP, from any language.',
    'docs/guides/containers.md': 'Run the sandbox in Docker, Compose, Testcontainers or GitHub Actions.',
    'docs/guides/deployment.md': 'Find out how your deployment differs from the sandbox.',
    'docs/guides/wire-options.md': 'Choose between the shapes of responses that the documentation shows.',
  },
};

/** Examples, which their first sentence describes. */
const examples: readonly string[] = [
  'send-an-email',
  'test-your-app',
  'playwright-signup',
  'storybook-style-browser',
  'newsletter',
  'import-contacts',
  'verify-a-csv',
  'sweep-a-worker',
  'queue-with-bullmq',
  'curl',
  'real-bugs',
  'tour',
].map((example) => `examples/${example}/README.md`);

/** What users read, in order. */
export const guides: readonly Section[] = [
  ...Object.entries(purposes).map(([title, pages]) => ({ title, pages: Object.keys(pages) })),
  { title: 'Examples', pages: examples },
];

/** What a guide is for; `undefined` for a page of another kind. */
export function purposeOf(file: string): string | undefined {
  return Object.values(purposes).flatMap((pages) => pages[file] ?? [])[0];
}

/** What users look up. The pages of TypeDoc follow. */
export const reference: readonly Section[] = [
  {
    title: 'Service',
    pages: [
      'docs/reference/operations.md',
      'docs/reference/error-codes.md',
      'docs/reference/limits.md',
      'docs/state-machines.md',
    ],
  },
  ...[...Map.groupBy(Object.values(operations), ({ resource }) => resource)].map(([resource, rows]) => ({
    title: `${resource[0]?.toUpperCase()}${resource.slice(1)}`,
    pages: rows.map(({ name }) => `docs/reference/operations/${name}.md`),
  })),
  {
    title: 'Sandbox',
    pages: [
      'docs/reference/command-line.md',
      'docs/reference/control-plane.md',
      'docs/reference/wire-options.md',
    ],
  },
  {
    title: 'Packages',
    pages: ['packages/sdk/README.md', 'packages/sandbox/README.md', 'packages/contract/README.md'],
  },
];

/** Examples whose code the guides quote, so that the site has it already. */
export const quoted: readonly string[] = [
  'containers',
  'frameworks',
  'getting-started',
  'guides',
  'other-languages',
].map((example) => `examples/${example}/README.md`);

/** Pages that stand alone in the navigation. */
export const single: readonly string[] = ['docs/comparison.md'];

/** What contributors read. The decision records follow. */
export const project: readonly Section[] = [
  {
    title: 'Work on Mailrig',
    pages: [
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      'docs/terms.md',
      'docs/requirements.md',
      'docs/decisions.md',
    ],
  },
];

/** Where a file goes in the site: the first row that fits its path. */
const places: readonly (readonly [file: RegExp, page: string])[] = [
  [/^README\.md$/, 'index.md'],
  [/^docs\/README\.md$/, 'getting-started.md'],
  [/^([A-Z]+)\.md$/, 'project/$1.md'],
  [/^docs\/(requirements|decisions|terms)\.md$/, 'project/$1.md'],
  [/^docs\/adr\/README\.md$/, 'project/adr/index.md'],
  [/^docs\/(adr\/.+)$/, 'project/$1'],
  [/^docs\/(state-machines.*)$/, 'reference/$1'],
  [/^docs\/(.+)$/, '$1'],
  [/^examples\/([^/]+)\/README\.md$/, 'examples/$1.md'],
  [/^packages\/sdk\/README\.md$/, 'packages/mailrig.md'],
  [/^packages\/([^/]+)\/README\.md$/, 'packages/$1.md'],
];

/** The path of a file in the site; `undefined` for one that the site does not show. */
export function placeOf(file: string): string | undefined {
  const row = places.find(([pattern]) => pattern.test(file));
  return row && file.replace(row[0], row[1]).toLowerCase();
}
