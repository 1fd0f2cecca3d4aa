import { savedLines } from '../../service/state/lines.ts';
import type { Snapshot, Store } from '../../service/state/store.ts';
import { readContent } from '../../service/state/stored-content.ts';
import { redactKeys } from '../../service/wire/redact.ts';
import { Sandbox } from './sandbox.ts';

/** What went wrong: the last event of a recording. */
export interface Failure {
  readonly type: 'test.failed' | 'sweep.broken';
  readonly data: object;
}

/** The data of `test.failed`. */
export interface FailedTest {
  /** For example `sign-up.test.ts > sends a link`. */
  readonly title: string;
  /** What the test says is wrong. */
  readonly error: string;
}

/**
 * A state in which something went wrong, as lines of JSON like those of {@link Sandbox.save}: records, history,
 * requests, and a clock that stands still. The last event says what went wrong. No key and no token is in it.
 *
 * @param snapshot Default: the state of the sandbox now.
 */
export function* recordingOf(
  sandbox: Sandbox,
  { type, data }: Failure,
  snapshot: Snapshot = sandbox.snapshot(),
): Generator<string> {
  const { latest } = snapshot.clock;
  const store = Sandbox.storeOf(sandbox).empty();
  store.restore({ ...snapshot, clock: { offset: 0, latest, frozenAt: latest } });
  store.log(type, { ...data });
  hideKeysInFiles(store);
  const standIns = new Map(tokensIn(store).map((token, index) => [token, `***${index}`]));
  const { keys, rateWindows } = store.empty().snapshot().tables;
  const { tables, ...others } = store.snapshot();
  const kept = { ...tables, ...(keys && { keys }), ...(rateWindows && { rateWindows }) };
  for (const line of savedLines({ ...others, tables: kept })) {
    yield redactKeys(line).replaceAll(/[0-9a-f]{32}/g, (word) => standIns.get(word) ?? word);
  }
}

/** Every token of a record. */
function tokensIn({ attachments, contacts }: Store): string[] {
  return [
    ...attachments.all().flatMap(({ urlToken, uploadToken }) => [urlToken, uploadToken]),
    ...contacts.all().map(({ subscriptionToken }) => subscriptionToken),
  ];
}

/** Overwrites keys in uploaded files, which are saved in base64. */
function hideKeysInFiles({ attachments }: Store): void {
  const decoder = new TextDecoder('latin1');
  for (const attachment of attachments.all()) {
    if (!attachment.bytes) continue;
    const bytes = readContent(attachment.bytes);
    const found = [...decoder.decode(bytes).matchAll(/sk_(?:live|test)_[\w-]+/g)];
    if (found.length === 0) continue;
    const hidden = bytes.slice();
    for (const { index, 0: key } of found) hidden.fill(0x2a, index, index + key.length);
    attachments.replace({ ...attachment, bytes: hidden });
  }
}
