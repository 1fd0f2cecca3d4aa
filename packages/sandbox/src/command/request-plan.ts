import { requestsOf, type Tier } from '@mailrig/probes';
import { columns } from './columns.ts';
import type { deploymentOptions } from './deployment-options.ts';
import type { OptionValues } from './option.ts';

/** Everything that would be sent to a deployment; it needs neither address nor key. */
export function planText(
  { 'base-url': baseUrl = 'the deployment', from }: OptionValues<typeof deploymentOptions>,
  tiers: readonly Tier[],
): string {
  const rows = requestsOf(tiers).map(([, { tier, method, path, json, text, auth, until }]) => [
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
    ...notes.flatMap(([tier, note]) => (tiers.includes(tier) ? [note] : [])),
    ...(tiers.includes('simulate') && from === undefined ? ['Without --from, no send is simulated.'] : []),
    'Requests that need something that is not there, such as {list}, are left out.',
    'A read that fails is sent up to twice more; verify does the same if a read shows a difference.',
  ].join('\n');
}

/** The same as JSON: one entry for each request. */
export function planJson(tiers: readonly Tier[]): string {
  const rows = requestsOf(tiers).map(([name, { tier, method, path, auth, json, text, until }]) => ({
    name,
    tier,
    method,
    path,
    ...(auth !== undefined && { auth }),
    ...(json !== undefined && { json }),
    ...(text !== undefined && { text: text[0] }),
    ...(until !== undefined && { until }),
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
  ['simulate', 'The send is stopped there unless the answer says that it was simulated.'],
  ['create', 'What is created stays: the service documents no way to delete a list or a contact.'],
  ['burst', 'After the burst, the key has to wait for the next window of the rate limit.'],
];

function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
}
