import { environmentOf, operations } from '@mailrig/contract';
import { type Deployment, type Tier, tiers } from '../deployment/deployment.ts';
import type { ComparisonProgress, LeftBehind } from '../deployment/ask.ts';
import { requestsOf, type StepSelection } from '../deployment/script.ts';
import type { deploymentOptions } from './deployment-options.ts';
import type { OptionValues } from './option.ts';
import { columns, print } from './output.ts';
import { UsageError } from './parse.ts';

type DeploymentSettings = OptionValues<typeof deploymentOptions>;

/** The deployment that the options name. Throws a `UsageError` naming an option that is missing. */
export function deploymentFrom(settings: DeploymentSettings): Deployment {
  const { 'base-url': baseUrl, 'api-key': apiKey, from } = settings;
  if (baseUrl === undefined)
    throw new UsageError('--base-url or MAILRIG_BASE_URL must be the address of the deployment');
  if (apiKey === undefined)
    throw new UsageError('--api-key or MAILRIG_API_KEY must be an API key, preferably a test key');
  const { 'allow-live-key': allowed, 'live-host': liveHost } = settings;
  if (environmentOf(apiKey) !== 'test' && !(allowed && liveHost !== undefined)) {
    throw new UsageError(
      'This is not a test key (sk_test_…): use one, or allow this key with --allow-live-key and --live-host HOST',
    );
  }
  return {
    baseUrl: baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl,
    apiKey,
    ...(from !== undefined && { from }),
    ...(allowed && liveHost !== undefined && { liveHost }),
  };
}

/** The tiers that the options allow. */
export function tiersFrom(settings: DeploymentSettings): readonly Tier[] {
  return tiers.filter((tier) => tier === 'observe' || settings[tier]);
}

/** Prints everything that would be sent to a deployment, for `--dry-run`; it needs neither address nor key. */
export async function printPlan(
  settings: DeploymentSettings & { readonly json: boolean },
  steps: StepSelection = {},
): Promise<void> {
  const allowed = tiersFrom(settings);
  await print(settings.json ? planJson(allowed, steps) : planText(settings, allowed, steps));
}

/** The requests that would be sent, for people. */
function planText(
  { 'base-url': baseUrl = 'the deployment', from }: DeploymentSettings,
  allowed: readonly Tier[],
  steps: StepSelection = {},
): string {
  const rows = requestsOf(allowed, steps).map(([, { tier, method, path, json, text, auth, until }]) => [
    `  ${tier}`,
    method,
    path,
    [
      auth === undefined ? undefined : `[${keyHints[auth]}]`,
      json === undefined ? text?.[0] : shortened(JSON.stringify(json)),
      until === undefined ? undefined : `again and again until ${until}`,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  ]);
  return [
    `${rows.length} requests to ${baseUrl}:`,
    '',
    ...columns(rows).map((line) => line.trimEnd()),
    '',
    notesText(from, allowed),
  ].join('\n');
}

/** Reports a wait and the progress on stderr, because the rate limit makes runs long. */
export function printWait(milliseconds: number, { sent, total, remaining }: ComparisonProgress): void {
  const waiting = `waiting ${Math.round(milliseconds / 1_000)} s`;
  const minutes = Math.ceil((milliseconds + remaining) / 60_000);
  console.error(`mailrig-sandbox: ${sent} of ${total} requests sent, ${waiting}; about ${minutes} min left`);
}

/** What a run leaves in the deployment, for people. */
export function leftText(leftBehind: LeftBehind): string {
  const kinds = Object.entries(leftBehind).map(([kind, count]) => `${count} ${kind}`);
  return `Left in the deployment: ${kinds.join(', ') || 'nothing'}`;
}

/** How many requests would be sent, and what to consider before sending them. */
export function announcement(
  { 'base-url': baseUrl, from }: DeploymentSettings,
  allowed: readonly Tier[],
  steps: StepSelection = {},
): string {
  const counts = allowed.map((tier) => `${requestsOf([tier], steps).length} ${tier}`);
  const lists = requestsOf(allowed, steps).filter(
    ([, { tier, method, path }]) =>
      tier === 'create' && method === 'POST' && path === operations.createContactList.path,
  ).length;
  const more = [
    ...(lists > 0 ? [`up to ${lists} that delete lists`] : []),
    ...(allowed.includes('burst') ? ['up to 111 of the burst at a limit of 100'] : []),
  ];
  return [
    `${requestsOf(allowed, steps).length} requests to ${String(baseUrl)} (${counts.join(', ')}); --dry-run lists them.${more.length === 0 ? '' : ` Then ${more.join(', and ')}.`}`,
    '',
    notesText(from, allowed),
  ].join('\n');
}

function notesText(from: string | undefined, allowed: readonly Tier[]): string {
  return [
    ...notes.flatMap(([tier, note]) => (allowed.includes(tier) ? [note] : [])),
    ...(allowed.includes('simulate') && from === undefined ? ['Without --from, no send is simulated.'] : []),
    'Requests that need something that is not there, such as {list}, are left out.',
    'A read that fails is sent up to twice more; compare does the same if a read shows a difference.',
  ].join('\n');
}

/** The same as JSON: one entry for each request. */
function planJson(allowed: readonly Tier[], steps: StepSelection): string {
  const rows = requestsOf(allowed, steps).map(([name, { tier, method, path, auth, json, text, until }]) => ({
    name,
    tier,
    method,
    path,
    auth,
    json,
    text: text?.[0],
    until,
  }));
  return JSON.stringify(rows, null, 2);
}

const keyHints = {
  none: 'no key',
  wrong: 'a wrong key',
  'x-api-key': 'key in x-api-key',
  'wrong x-api-key': 'a wrong key in x-api-key, the right one as bearer',
};

const notes: readonly (readonly [Tier, string])[] = [
  ['simulate', 'The send is stopped there unless the response says that it was simulated.'],
  [
    'simulate',
    'Verified addresses and batches stay in the list and the statistics of verifications. Whether simulated sends are listed is up to the service.',
  ],
  ['create', 'What is created stays, but lists are deleted with their contacts if the service allows it.'],
  [
    'create',
    'One or two addresses at example.org, made up for the run, stay on the suppression list of the domain: no request can take them off.',
  ],
  ['burst', 'After the burst, the key has to wait for the next window of the rate limit.'],
];

const shortened = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 99)}…`);
