import { operations } from '../packages/contract/src/index.ts';

/** A group of pages in a sidebar. */
export interface Section {
  readonly title: string;
  /** Paths of the Markdown files in the workspace, in the order in which to read them. */
  readonly pages: readonly string[];
}

/** What users read, in order. */
export const guides: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      'docs/getting-started.md',
      'docs/guides/jest.md',
      'docs/guides/node-test.md',
      'docs/guides/cypress.md',
      'docs/guides/sending.md',
      'docs/guides/troubleshooting.md',
    ],
  },
  {
    title: 'Test',
    pages: [
      'docs/guides/testing.md',
      'docs/guides/msw.md',
      'docs/guides/playwright.md',
      'docs/guides/time.md',
      'docs/guides/faults.md',
      'docs/guides/races-and-crashes.md',
      'docs/guides/real-bugs.md',
      'docs/guides/checks.md',
    ],
  },
  {
    title: 'In your app',
    pages: [
      'docs/guides/frameworks.md',
      'docs/guides/express.md',
      'docs/guides/hono.md',
      'docs/guides/nestjs.md',
      'docs/guides/nextjs.md',
      'docs/guides/react-email.md',
      'docs/guides/python-and-go.md',
    ],
  },
  {
    title: 'Send',
    pages: [
      'docs/guides/templates.md',
      'docs/guides/attachments.md',
      'docs/guides/errors-and-retries.md',
      'docs/guides/rate-limits.md',
      'docs/guides/runs.md',
      'docs/guides/observing.md',
      'docs/guides/ky.md',
      'docs/guides/moving.md',
    ],
  },
  {
    title: 'People',
    pages: ['docs/guides/contact-lists.md', 'docs/guides/suppression.md', 'docs/guides/verification.md'],
  },
  {
    title: 'Sandbox',
    pages: [
      'docs/guides/seeding.md',
      'docs/guides/control-plane.md',
      'docs/guides/containers.md',
      'docs/guides/deployment.md',
      'docs/guides/wire-options.md',
    ],
  },
  {
    title: 'Examples',
    pages: [
      'examples/send-an-email/README.md',
      'examples/test-your-app/README.md',
      'examples/playwright-signup/README.md',
      'examples/storybook-style-browser/README.md',
      'examples/newsletter/README.md',
      'examples/import-contacts/README.md',
      'examples/verify-a-csv/README.md',
      'examples/sweep-a-worker/README.md',
      'examples/queue-with-bullmq/README.md',
      'examples/curl/README.md',
      'examples/real-bugs/README.md',
      'examples/tour/README.md',
    ],
  },
];

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
