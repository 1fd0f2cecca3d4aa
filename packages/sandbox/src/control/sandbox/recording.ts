import * as z from 'zod/mini';
import { savedLines } from '../../service/saving/saved.ts';
import type { Snapshot } from '../../service/state/snapshot.ts';
import type { Store } from '../../service/state/store.ts';
import { readContent } from '../../service/state/stored-content.ts';
import { eachEntry } from '../../service/tables/tree.ts';
import { redactKeys } from '../../service/wire/redact.ts';
import type { RawResult, Verb } from '../verb.ts';
import { linesResult } from './snapshot.ts';

/** What went wrong: the last event of a recording. */
export interface Failure {
  readonly type: 'test.failed' | 'sweep.broken';
  readonly data: object;
}

/** A test that failed, the data of `test.failed`. */
export interface FailedTest {
  /** The file of the test and its title. */
  readonly title: string;
  /** What is wrong, as the test reports it. */
  readonly error: string;
}

export const recordFailure: Verb<FailedTest, RawResult> = {
  method: 'POST',
  path: '/recording',
  summary:
    'What a failed test leaves, for `mailrig-sandbox open`: the state as lines of JSON, without keys, and the failure as its last event; with a chosen account, only what belongs to it or to no account',
  input: z.object({ title: z.string(), error: z._default(z.string(), '') }),
  run: ({ service: { store }, account }, data) => {
    const only = account === 'all' ? undefined : account;
    return linesResult(recordingOf(store, { type: 'test.failed', data }, store.snapshot(), only));
  },
};

/**
 * A state in which something went wrong, as lines of JSON like those of a snapshot: records, history, requests, and a
 * frozen clock. The last event describes what went wrong. No key and no token is in it.
 */
export function* recordingOf(
  origin: Store,
  { type, data }: Failure,
  snapshot: Snapshot,
  account?: string,
): Generator<string> {
  const { latest } = snapshot.clock;
  const store = origin.empty();
  store.restore({ ...snapshot, clock: { offset: 0, latest, frozenAt: latest } });
  store.log(type, { ...data });
  if (account !== undefined) limitTo(account, store);
  hideKeysInFiles(store);
  const replacements = new Map(tokensIn(store).map((token, index) => [token, `***${index}`]));
  const { keys, rateWindows } = store.empty().snapshot().tables;
  const { tables, ...others } = store.snapshot();
  const kept = { ...tables, ...(keys && { keys }), ...(rateWindows && { rateWindows }) };
  for (const line of savedLines({ ...others, tables: kept })) {
    yield redactKeys(line).replaceAll(/[0-9a-f]{32}/g, (word) => replacements.get(word) ?? word);
  }
}

/** Removes what belongs to other accounts. What belongs to no account stays, such as a request with a wrong key. */
function limitTo(account: string, store: Store): void {
  const isForeign = ({ accountId }: { readonly accountId?: unknown }) =>
    accountId !== undefined && accountId !== account;
  for (const { id } of store.accounts.all()) if (id !== account) store.accounts.delete(id);
  for (const table of store.tables) {
    const foreign = [...eachEntry(table.state.records)].filter(([, record]) => isForeign(record));
    for (const [number] of foreign) table.takeBack(number, undefined);
  }
  store.due.remove(({ id }) => store.verifications.get(id) === undefined);
  store.requests.clear(isForeign);
  store.events.clear(({ data }) => isForeign(data));
}

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
