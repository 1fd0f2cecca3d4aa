import { contactStatuses } from '@mailrig/contract';
import { ContactDetail } from './detail.tsx';
import type { AnswerOf, Contact } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { Badge } from '../parts/badge.tsx';
import { ParamSearch, ParamSelect } from '../parts/form.tsx';
import { ListView, RowTime, Tally } from '../parts/list-view.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useRoute } from '../route.ts';
import { type RowOf, useRowPages } from '../row-pages.ts';
import { useAnswer } from '../sandbox-context.ts';

const hint = <p>Contacts appear here when you create them through the API, in any list of the account.</p>;

/** The contacts of one list or of all, newest first. */
export function Contacts({ item }: { readonly item: string | undefined }) {
  const { q = '', status = '', list = '' } = useRoute().params;
  const known = useAnswer<AnswerOf<'listContactLists'>>('/contact-lists').answer?.lists ?? [];
  const pages = useRowPages('listContacts', { q, status, list });
  const nameOf = (id: string) => known.find((row) => row.id === id)?.name ?? '';
  return (
    <ListView
      view="contacts"
      item={item}
      pages={pages}
      tools={
        <>
          <ParamSearch label="Search contacts" />
          <ParamSelect
            name="list"
            label="List"
            all="All lists"
            options={known.map(({ id, name }) => [id, name] as const)}
          />
          <ParamSelect name="status" label="Status" all="All statuses" options={contactStatuses} />
          <Tally pages={pages} noun="contact" />
        </>
      }
      row={(contact) => <Row contact={contact} list={list === '' ? nameOf(contact.contactListId) : ''} />}
      empty={{ none: hint, noMatches: hint }}
      detail={(id) => (
        <Loaded<Contact> path={`/contacts/${segment(id)}`}>
          {(contact) => <ContactDetail contact={contact} />}
        </Loaded>
      )}
    />
  );
}

function Row({
  contact: { email, name, status, createdAt },
  list,
}: {
  readonly contact: RowOf<'listContacts'>;
  /** Name of the list; empty if all rows belong to the same. */
  readonly list: string;
}) {
  return (
    <>
      <span class="row-line line">
        <span class="row-title clip">{email}</span>
        <RowTime at={createdAt} />
      </span>
      <span class="row-line line">
        <span class="row-text fine clip">
          <bdi>{name}</bdi>
          {name !== '' && list !== '' && ' · '}
          <bdi>{list}</bdi>
        </span>
        <Badge text={status} />
      </span>
    </>
  );
}
