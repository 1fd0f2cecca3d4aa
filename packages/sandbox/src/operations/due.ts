import type { Due } from '../kernel/due-queue.ts';
import type { Store } from '../state/store.ts';
import { runVerificationDue } from './batches.ts';
import { runEmailDue } from './messages.ts';
import type { Settings } from './operation.ts';

/** What makes due entries happen, by the resource that begins their kind: `email.sent` is of `email`. */
const runners: Readonly<Record<string, (store: Store, settings: Settings, due: Due) => void>> = {
  email: (store, _settings, due) => runEmailDue(store, due),
  verification: runVerificationDue,
};

/** Makes one due entry happen. */
export function runDue(store: Store, settings: Settings, due: Due): void {
  const [resource = ''] = due.kind.split('.', 1);
  runners[resource]?.(store, settings, due);
}
