import http from 'node:http';
import { text } from 'node:stream/consumers';
import { createSandbox, type Sandbox, sweep, type SweepScenario } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { interceptFetch } from '@mailrig/sandbox/msw/fetch';
import { serve } from '@mailrig/sandbox/node';
import { setupServer } from 'msw/node';
import { describe, expect, test } from 'vitest';
import { request, send } from './scenarios.ts';

const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hello' };

/** The options of a request that sends an email. */
function sending(fork: Sandbox) {
  const headers = { authorization: `Bearer ${fork.liveApiKey}`, 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(email) };
}

/** The number of the line after that of the call. */
function next(): string {
  const frame = new Error('line').stack
    ?.split('\n')
    .find((one) => /lines\.test\.ts/.test(one) && !/next/.test(one));
  return String(Number(/:(\d+):\d+\)?$/.exec(frame ?? '')?.[1] ?? '') + 1);
}

/** The lines that the first break of a scenario names, by request. */
async function linesOf(run: SweepScenario<unknown>): Promise<Readonly<Record<string, string>>> {
  const { broken } = await sweep(createSandbox(), run, {
    faults: [{ name: '500', effect: { status: 500 }, phases: ['before'] }],
    operations: ['sendEmail'],
    repeat: false,
    wire: ['examples'],
    check: (fork) => (fork.mailbox.list().length === 0 ? 'nothing was sent' : undefined),
  });
  return broken[0]?.lines ?? {};
}

describe('a report names the line of a request', () => {
  test.each<[kind: string, run: (fork: Sandbox, note: (line: string) => void) => Promise<unknown>]>([
    [
      'to the fork',
      async (fork, note) => {
        note(next());
        await fork.fetch(`${fork.baseUrl}/api/v1/emails`, sending(fork));
      },
    ],
    [
      'that follows others',
      async (fork, note) => {
        await request(fork, 'GET', '/emails');
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        note(next());
        await fork.fetch(`${fork.baseUrl}/api/v1/emails`, sending(fork));
      },
    ],
    [
      'in a callback',
      (fork, note) =>
        Promise.resolve().then(() => {
          note(next());
          return fork.fetch(`${fork.baseUrl}/api/v1/emails`, sending(fork));
        }),
    ],
    [
      'behind the global fetch',
      async (fork, note) => {
        const undo = interceptFetch(fork);
        try {
          note(next());
          await fetch(`${fork.baseUrl}/api/v1/emails`, sending(fork));
        } finally {
          undo[Symbol.dispose]();
        }
      },
    ],
  ])('%s', async (_, run) => {
    const lines: string[] = [];
    const found = await linesOf((fork) => run(fork, (line) => lines.push(line)));
    expect(found['sendEmail #1']).toBe(`packages/sandbox/test/sweep/lines.test.ts:${lines[0]}`);
  });

  test('through MSW and node:http', async () => {
    let line = '';
    const found = await linesOf(async (fork) => {
      const server = setupServer(...handlers(fork));
      server.listen();
      const { method, headers, body } = sending(fork);
      const answered = new Promise<string>((resolve, reject) => {
        line = next();
        const asked = http.request(`${fork.baseUrl}/api/v1/emails`, { method, headers });
        asked.on('response', (answer) => void text(answer).then(resolve, reject));
        asked.on('error', reject);
        asked.end(body);
      });
      await answered.finally(() => server.close());
    });
    expect(found['sendEmail #1']).toBe(`packages/sandbox/test/sweep/lines.test.ts:${line}`);
  });

  test('if a helper makes all of them: the line that calls it', async () => {
    let line = '';
    const found = await linesOf(async (fork) => {
      await request(fork, 'GET', '/emails');
      line = next();
      await request(fork, 'POST', '/emails', email);
    });
    expect(found['sendEmail #1']).toBe(`packages/sandbox/test/sweep/lines.test.ts:${line}`);
  });

  test('if a helper makes those of one operation: its own, the innermost of your code', async () => {
    let line = '';
    const welcome = async (fork: Sandbox) => {
      line = next();
      await fork.fetch(`${fork.baseUrl}/api/v1/emails`, sending(fork));
    };
    const found = await linesOf(async (fork) => {
      await request(fork, 'GET', '/emails');
      await welcome(fork);
    });
    expect(found['sendEmail #1']).toBe(`packages/sandbox/test/sweep/lines.test.ts:${line}`);
  });

  test('and no other, if it is not known: on a socket, the caller could be any program', async () => {
    const found = await linesOf(async (fork) => {
      const server = await serve({ sandbox: fork, port: 0 });
      await fetch(`${server.url}/api/v1/emails`, sending(fork)).finally(server.close);
    });
    expect(found).toEqual({});
  });
});

test('the lines stand below the timeline, in the report and in the data', async () => {
  const report = await sweep(createSandbox(), (fork) => send(fork), { faults: false, crashes: true });
  expect(report.broken[0]?.lines).toEqual({
    'sendEmail #1': 'packages/sandbox/test/sweep/scenarios.ts:15',
    'sendEmail #2': 'packages/sandbox/test/sweep/scenarios.ts:15',
  });
  expect(String(report)).toContain(
    '\n    packages/sandbox/test/sweep/scenarios.ts:15  sendEmail #1, sendEmail #2\n',
  );
  const saved = JSON.stringify([...report.save()].map((line) => JSON.parse(line) as unknown));
  expect(saved).toContain('"line":"packages/sandbox/test/sweep/scenarios.ts:15"');
});
