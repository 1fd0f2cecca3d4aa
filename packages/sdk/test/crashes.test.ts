import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox, type SweepTasks } from '@mailrig/sandbox';
import { sweep } from '@mailrig/sandbox/vitest';
import { expect, test } from 'vitest';
import { type Journal, Mailrig } from '../src/index.ts';
import { fileJournal } from '../src/node.ts';
import { email } from './client.ts';

/*
 * Runs with a journal in a file, crashed at each request and each response and started again: nothing is done twice,
 * and nothing is lost. Proof that the journal is why: without what it writes before a request, the sweep finds harm.
 */

const addresses = ['ada', 'bob', 'eve'].map((name) => `${name}@example.net`);

type Run = (mail: Mailrig, journal: Journal, listId: string) => PromiseLike<unknown>;

const runs: Readonly<Record<string, Run>> = {
  'emails.sendMany': (mail, journal) =>
    mail.emails
      .sendMany(
        addresses.map((to) => ({ ...email, to })),
        { journal },
      )
      .finish(),
  'contacts.importMany': (mail, journal, listId) =>
    mail
      .contacts(listId)
      .importMany(
        addresses.map((address) => ({ email: address })),
        { journal },
      )
      .finish(),
  'verification.verifyMany': (mail, journal) => mail.verification.verifyMany(addresses, { journal }).finish(),
};

/** The files of an app. Each life has a copy of the last journal, which is closed as if with its process. */
class Files {
  readonly #folder: string;
  #life = 0;
  #last: Journal | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async journal(): Promise<Journal> {
    const [last, mine] = [this.#life, ++this.#life].map((life) => join(this.#folder, `${life}.journal`));
    if (this.#life > 1) await copyFile(last ?? '', mine ?? '');
    await this.#last?.close?.();
    return (this.#last = fileJournal(mine ?? ''));
  }
}

function scenarioOf(run: Run, listId: string, change = (journal: Journal) => journal): SweepTasks<Files> {
  return {
    setup: async () => new Files(await mkdtemp(join(tmpdir(), 'mailrig-crashes-'))),
    tasks: {
      worker: async (fork: Sandbox, files: Files) => {
        const { liveApiKey: apiKey, baseUrl, fetch } = fork;
        const result = await run(
          new Mailrig({ apiKey, baseUrl, fetch }),
          change(await files.journal()),
          listId,
        );
        return result;
      },
    },
  };
}

/** Stores what is written before a request only together with what comes after it. */
function late(journal: Journal): Journal {
  let waiting: string[] = [];
  return {
    ...journal,
    append: async (entries) => {
      waiting.push(...entries);
      if (entries.every(isBeginning)) return;
      const all = waiting;
      waiting = [];
      await journal.append(all);
    },
  };
}

/** Whether an entry is the header, or says that something is about to be requested. */
function isBeginning(entry: string): boolean {
  const fields = JSON.parse(entry) as object;
  return 'journal' in fields || 'at' in fields;
}

async function prepared(): Promise<{ sandbox: Sandbox; listId: string }> {
  const sandbox = createSandbox();
  const { liveApiKey: apiKey, baseUrl, fetch } = sandbox;
  const { id } = await new Mailrig({ apiKey, baseUrl, fetch }).lists.create({ name: 'Readers' });
  return { sandbox, listId: id };
}

const crashes = { faults: false, crashes: true } as const;

test.each(Object.entries(runs))('%s does nothing twice and loses nothing in a crash', async (_, run) => {
  const { sandbox, listId } = await prepared();
  const report = await sweep(sandbox, scenarioOf(run, listId), crashes);
  expect(report).toHoldEverywhere();
  expect(report.runs).toBeGreaterThan(1);
  expect(report.failed).toBe(0);
});

test.each(['emails.sendMany', 'verification.verifyMany'])(
  '%s would do harm if the journal were written after the request',
  async (name) => {
    const { sandbox, listId } = await prepared();
    const { broken } = await sweep(sandbox, scenarioOf(runs[name] as Run, listId, late), crashes);
    expect(broken.map(({ invariant }) => invariant)).toContain(
      name === 'emails.sendMany' ? 'sent-once' : 'charged-once',
    );
  },
);
