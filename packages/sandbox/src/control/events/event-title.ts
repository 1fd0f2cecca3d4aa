import { firstOf } from '@mailrig/contract/checking';
import type { LoggedEvent } from '../../service/kernel/event-log.ts';
import type { Store } from '../../service/state/store.ts';

/** The name of what an event is about, such as the recipient and the subject of an email; `undefined` if it is gone. */
export function eventTitle({ type, data }: LoggedEvent, store: Store): string | undefined {
  const [noun = ''] = type.split('.');
  return typeof data['id'] === 'string' ? namesOf[noun]?.(store, data['id']) : undefined;
}

/** How to name a record, by the first word of an event. */
const namesOf: Readonly<Record<string, (store: Store, id: string) => string | undefined>> = {
  email: ({ messages }, id) => {
    const message = messages.get(id);
    if (!message) return undefined;
    return `${firstOf(message.to)}, ${message.subject.trim() || '(no subject)'}`;
  },
  contact: ({ contacts }, id) => contacts.get(id)?.email,
  list: ({ contactLists }, id) => contactLists.get(id)?.name,
  verification: ({ verifications }, id) => firstOf(verifications.get(id)?.emails ?? []),
  attachment: ({ attachments }, id) => attachments.get(id)?.filename,
};
