import {
  type Sandbox,
  type SandboxOptions,
  sweep,
  sweepFaults,
  type SweepOptions,
  type SweepReport,
  type SweepValues,
} from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';

/** A bug that an open-source project had, and its fix. */
export interface RealBug {
  /** The project, and the number of the issue or pull request. */
  readonly name: string;
  /** Its address. */
  readonly issue: string;
  /** Sweeps the code with the bug, or runs one case of it again. */
  readonly bug: (sandbox: Sandbox, replay?: string) => Promise<SweepReport>;
  /** Sweeps the fixed code, with crashes in any case. */
  readonly fix: (sandbox: Sandbox) => Promise<SweepReport>;
}

/** What happens at the same time, by name. */
type Tasks<S> = Readonly<Record<string, (mail: Mailrig, state: S) => Promise<void>>>;

/** The state of an app, and what the app does, with the bug and without. */
interface Code<S> extends Pick<RealBug, 'name' | 'issue'> {
  readonly setup: () => S;
  readonly bug: Tasks<S>;
  readonly fix: Tasks<S>;
  readonly options: SweepOptions<SweepValues, S>;
}

export function realBug<S>({ name, issue, setup, bug, fix, options }: Code<S>): RealBug {
  const scenario = (code: Tasks<S>) => {
    const tasks = Object.entries(code).map(([task, run]) => {
      return [task, (fork: Sandbox, state: S) => run(new Mailrig(fork.clientOptions()), state)] as const;
    });
    return { setup, tasks: Object.fromEntries(tasks) };
  };
  return {
    name,
    issue,
    bug: (sandbox, replay) => sweep(sandbox, scenario(bug), { ...options, ...(replay && { replay }) }),
    fix: (sandbox) => sweep(sandbox, scenario(fix), { ...options, crashes: true }),
  };
}

/** Answers that take 2 seconds, and 90. */
export const slow = sweepFaults.filter(({ name }) => name.startsWith('slow'));

/** What a database takes to answer. */
export async function roundTrip(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

/** The readers of each program: options of its sandbox. */
export const readers: SandboxOptions = {
  seed: {
    accounts: [
      {
        contactLists: [
          {
            name: 'Readers',
            customFields: [
              { key: 'entries', label: 'Entries', type: 'text' },
              { key: 'news', label: 'News', type: 'text' },
            ],
            contacts: [{ email: 'ada@example.org' }, { email: 'bob@example.org' }],
          },
        ],
      },
    ],
  },
};

/** An email to one reader. */
export function letter(to: string) {
  return { from: 'news@example.com', to, subject: 'News', text: 'Here is what happened.' };
}
