import { Mailrig } from 'mailrig';
import type { ReadyCommand } from '@mailrig/sandbox/node';
import { attachments } from './attachments.ts';
import type { Cast, Chapter, Step } from './chapter.ts';
import { contacts } from './contacts.ts';
import { Control } from './control.ts';
import { delivery } from './delivery.ts';
import { errors } from './errors.ts';
import { Printer } from './printer.ts';
import { sending } from './sending.ts';
import { verification } from './verification.ts';

const chapters: readonly Chapter[] = [sending, delivery, attachments, contacts, verification, errors];

/**
 * Shows what the client and the sandbox can do, and prints each step: to stderr with `--json`, which
 * needs stdout, and not at all with `--quiet`.
 *
 * @throws Error that names the step that failed.
 */
export async function takeTour(command: ReadyCommand): Promise<void> {
  const { announcement, json, quiet } = command;
  const { url: baseUrl, testApiKey, liveApiKey } = announcement;
  const control = new Control(command);
  const cast: Cast = {
    live: new Mailrig({ apiKey: liveApiKey, baseUrl }),
    test: new Mailrig({ apiKey: testApiKey, baseUrl }),
    control,
  };
  const steps = chapters.flatMap((chapter) => chapter.steps);
  const width = Math.max(...steps.map(({ title }) => title.length));
  const printer = new Printer(json ? process.stderr : process.stdout, quiet, width);
  // The clock is frozen between steps, so every tour shows the same.
  const { frozen } = await control.clock();
  await control.moveClock({ freeze: true });
  for (const { title, steps: own } of chapters) {
    printer.heading(title);
    for (const step of own) printer.result(step.title, await resultOf(step, cast));
    printer.gap();
  }
  if (!frozen) await control.moveClock({ freeze: false });
}

async function resultOf(step: Step, cast: Cast): Promise<string> {
  try {
    return await step.run(cast);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The tour stopped at "${step.title}": ${reason}`, { cause: error });
  }
}
