import {
  type Deployment,
  type DriftReport,
  type KnownDrift,
  DeploymentError,
  tiers,
  compare,
} from '@mailrig/sandbox/deployment';
import type { SandboxOptions } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { deploy } from './deployment.ts';

/** What a response says, and what it says instead: `undefined` leaves it as it is. */
type Deviation = (request: Request, text: string, response: Response) => Response | undefined;

const replaced = (status: number, body: unknown, { headers }: Response) =>
  new Response(JSON.stringify(body), { status, headers });

/** A suppressed recipient is refused with a status that no wire option has. */
const otherStatus: Deviation = (_request, text, response) =>
  text.includes('"RECIPIENT_SUPPRESSED"') ? replaced(422, JSON.parse(text), response) : undefined;

/** Every response has times with an offset, and none has the id of its request as a header. */
const otherForms: Deviation = (_request, text, { status, headers }) => {
  const own = new Headers(headers);
  own.delete('x-request-id');
  const body = text.replaceAll(/(\d\d:\d\d\.\d{3})Z"/g, '$1+00:00"');
  return new Response(body === '' ? null : body, { status, headers: own });
};

/** A subject with a line break is sent. */
const lineBreak: Deviation = (request, text, response) =>
  request.url.endsWith('/emails') && text.includes('a\\nb')
    ? replaced(
        201,
        { success: true, data: { sandbox: true, messageId: 'a-message', message: 'x', recipients: [] } },
        response,
      )
    : undefined;

/** A suppressed address in `cc` gets the email. */
const copy: Deviation = (_request, text, response) =>
  text.includes('"field":"cc') && text.includes('"RECIPIENT_SUPPRESSED"')
    ? replaced(
        201,
        { success: true, data: { sandbox: true, messageId: 'a-copy-of-it', message: 'x', recipients: [] } },
        response,
      )
    : undefined;

/** A wrong key is called a revoked one. */
const revoked: Deviation = (request, text, response) =>
  response.status === 401 && request.headers.has('authorization')
    ? replaced(401, JSON.parse(text.replace('"UNAUTHORIZED"', '"KEY_REVOKED"')), response)
    : undefined;

/** A filter is ignored: items have another status than the one that was asked for. */
const unfiltered: Deviation = (request, text, response) =>
  request.url.includes('status=active')
    ? replaced(200, JSON.parse(text.replaceAll('"status":"active"', '"status":"bounced"')), response)
    : undefined;

/** A file of another size than declared is confirmed. */
const otherSize: Deviation = (_request, text, response) =>
  text.includes('"FILE_SIZE_MISMATCH"') ? replaced(200, { success: true, data: null }, response) : undefined;

async function report(
  deviations: readonly Deviation[],
  known: readonly KnownDrift[] = [],
  options: SandboxOptions = {},
): Promise<DriftReport> {
  const { deployment, sandbox } = deploy(options);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await sandbox.fetch(request.clone());
    return deviations.reduce<Promise<Response>>(async (before, deviation) => {
      const so = await before;
      return deviation(request, await so.clone().text(), so) ?? so;
    }, Promise.resolve(response));
  };
  return compare({ ...deployment, fetch } as Deployment, {
    tiers: tiers.slice(0, 3),
    known,
  });
}

const usual = [otherStatus, otherForms];
const faults: readonly (readonly [what: string, fault: Deviation, shownBy: RegExp])[] = [
  ['a subject with a line break that is sent', lineBreak, /^sendLineBreak /],
  ['a suppressed address in cc that gets the email', copy, /^sendCopyToSuppressed /],
  ['a wrong key that is called revoked', revoked, /^wrongKey error.code$/],
  ['a filter by status that is ignored', unfiltered, /^listContacts (only|status) active /],
  ['a file of another size that is confirmed (R111)', otherSize, /^confirmShorterFile /],
];

test('differences of one cause are one entry, which lists each place', async () => {
  const { drift } = await report(usual);
  expect(drift.map(({ name }) => name)).toEqual([
    'emails header x-request-id',
    'emails meta.timestamp form',
    'sendToSuppressed status',
  ]);
  const [header, form, status] = drift;
  expect(status).toMatchObject({
    verdict: 'sandbox is wrong',
    seen: 'status is 422 RECIPIENT_SUPPRESSED',
    request: expect.stringContaining('/api/v1/emails'),
  });
  expect(header?.deployment).toBe('absent in all responses');
  expect(form?.members.length).toBeGreaterThan(300);
});

test.for(few(1, faults))(
  '%s is seen next to an option without a fitting value',
  async ([, fault, shownBy]) => {
    const { drift } = await report([fault, ...usual]);
    const members = drift.flatMap((one) => [one.name, ...one.members.map(({ name }) => name)]);
    expect(members).toContainEqual(expect.stringMatching(shownBy));
  },
);

test.for(few(1, faults))(
  '%s is seen although all other differences are known from another run',
  async ([, fault, shownBy]) => {
    const before = await report(usual);
    const known = before.drift.map((one) => ({ ...one, reason: 'Ticket 1' }));
    expect(await report(usual, known)).toMatchObject({ drift: [], stale: [] });

    const { drift } = await report([fault, ...usual], known);
    expect(drift.length).toBeGreaterThan(0);
    expect(drift.filter(({ name }) => !shownBy.test(name))).toEqual([]);
  },
);

test('a known difference of a record that is named after its run is known in the next', async () => {
  const upper: Deviation = (_request, text, response) =>
    response.status === 201 && text.includes('"subscriptionToken"')
      ? replaced(
          201,
          JSON.parse(text.replace(/"email":"[^"]*"/, (email) => email.replace('mailrig', 'Mail'))),
          response,
        )
      : undefined;
  const before = await report([upper]);
  expect(before.drift.length).toBeGreaterThan(0);
  const known = before.drift.map(({ name, deployment, sandbox }) => {
    return { name, deployment, sandbox, reason: 'Ticket 1' };
  });
  expect(await report([upper], known)).toMatchObject({ drift: [], stale: [] });
});

test('a known difference inside a verification is not outdated while that is running', async () => {
  const renamed: Deviation = (request, text, response) =>
    request.method === 'GET' && text.includes('"results":')
      ? replaced(200, JSON.parse(text.replaceAll('"clean"', '"fine"')), response)
      : undefined;
  const before = await report([renamed]);
  const known = before.drift.map((one) => ({ ...one, reason: 'Ticket 1' }));
  expect(known.flatMap(({ members }) => members)).toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/^mixedBatchLater data\.results/) }),
  );

  const running = { timing: { verification: { perEmail: '1h' } } };
  expect(await report([renamed], known, running)).toMatchObject({ drift: [], stale: [] });
});

test('an entry without its differences is known while there are as many, and new again with one more', async () => {
  const entry = {
    name: 'sendToSuppressed status',
    sandbox: '400 RECIPIENT_SUPPRESSED',
    reason: 'Ticket 1',
  };
  const withPlaces = async (count: number) => {
    const known = { ...entry, deployment: `422 RECIPIENT_SUPPRESSED, and ${count - 1} more` };
    const { drift, stale } = await report([otherStatus], [known]);
    return { drift: drift.map((one) => one.deployment), stale };
  };
  expect(await withPlaces(2)).toEqual({ drift: [], stale: [] });
  expect(await withPlaces(1)).toEqual({ drift: ['422 RECIPIENT_SUPPRESSED, and 1 more'], stale: [] });
});

test('a report counts what the run leaves in the deployment', async () => {
  const { left } = await report([]);
  expect(left).toMatchObject({ 'addresses on the suppression list of the domain': 2 });
  expect(left['contact lists']).toBeLessThan(10);
});

test('a base URL that ends in /api/v1 is refused before anything is sent', async () => {
  const { deployment } = deploy();
  const { baseUrl } = deployment;
  await expect(compare({ ...deployment, baseUrl: `${baseUrl}/api/v1` })).rejects.toThrow(
    new DeploymentError('The base URL must end before /api/v1: the paths of the requests begin with it.'),
  );
});
