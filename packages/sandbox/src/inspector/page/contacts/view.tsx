import { contactStatuses } from '@mailrig/contract';
import type { Contact } from '../control-types.ts';
import { dateAndTime } from '../format.ts';
import { hrefOf, model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { ButtonLink } from '../parts/button.tsx';
import { ParamSearch, ParamSelect, Select } from '../parts/form.tsx';
import { Actions, Item, Pairs } from '../parts/item.tsx';
import { ListView, RowTime } from '../parts/list-view.tsx';
import { Loaded } from '../parts/states.tsx';
import { useResponse } from '../reads.ts';
import { type RowOf, useRowPages } from '../row-pages.ts';

const hint = <p>Contacts appear here when you create them through the API, in any list of the account.</p>;

/** The contacts of one list or of all, newest first. */
export function Contacts({ item }: { readonly item: string | undefined }) {
  const { q = '', status = '', list = '' } = model.route.params;
  const known = useResponse('listContactLists').response?.lists ?? [];
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
        </>
      }
      row={(contact) => <Row contact={contact} list={list === '' ? nameOf(contact.contactListId) : ''} />}
      empty={hint}
      detail={(id) => (
        <Loaded verb="getContact" given={{ id }}>
          {(contact) => <ContactDetail contact={contact} />}
        </Loaded>
      )}
    />
  );
}

interface RowProps {
  readonly contact: RowOf<'listContacts'>;
  /** Name of the list; empty if all rows belong to the same. */
  readonly list: string;
}

function Row({ contact: { email, name, status, createdAt }, list }: RowProps) {
  return (
    <>
      <span class="row-line line">
        <span class="row-title strong clip grow">{email}</span>
        <RowTime at={createdAt} />
      </span>
      <span class="row-line line">
        <span class="fine clip grow">
          <bdi>{name}</bdi>
          {name !== '' && list !== '' && ' · '}
          <bdi>{list}</bdi>
        </span>
        <Badge text={status} />
      </span>
    </>
  );
}

/** One contact: its fields, its address, and the mail to it. */
function ContactDetail({ contact }: { readonly contact: Contact }) {
  const {
    id,
    email,
    firstName,
    lastName,
    status,
    contactListId: _listId,
    customFields: _fields,
    ...more
  } = contact;
  const { phoneNumber, subscribedAt, updatedAt, unsubscribedAt, source, suppressionReason, ...consent } =
    more;
  const { consentType, consentSource, consentTimestamp, consentIpAddress, ...others } = consent;
  const { createdAt: _createdAt, domainId: _domainId, subscriptionToken: _token, ...unnamed } = others;
  return (
    <Item
      class="contact"
      title={email}
      afterTitle={
        <>
          <Badge text={status} />
          {suppressionReason !== undefined && <span class="muted">{suppressionReason}</span>}
        </>
      }
      facts={{
        Name: [firstName, lastName].filter(Boolean).join(' '),
        Phone: phoneNumber,
        Subscribed: dateAndTime(subscribedAt),
        Changed: dateAndTime(updatedAt),
        Left: dateAndTime(unsubscribedAt),
        Source: source,
        Consent: [consentType, consentSource, dateAndTime(consentTimestamp), consentIpAddress]
          .filter(Boolean)
          .join(', '),
        ...unnamed,
        Id: <span class="mono">{id}</span>,
      }}
      afterFacts={
        <Actions label="Actions">
          <StatusMenu contact={contact} />
          <ButtonLink class="large" label="Send an email" href={hrefOf('send', undefined, { to: email })} />
        </Actions>
      }
    >
      <div class="body stack">
        <ListFields contact={contact} />
        <section>
          <h2>Address</h2>
          <div class="loose row">
            <a href={hrefOf('messages', undefined, { q: `to:${email}` })}>Messages to it</a>
            <a href={hrefOf('contacts', undefined, { q: email })}>Contacts with it</a>
            <a href={hrefOf('suppressions', undefined, { q: email })}>Its suppression</a>
          </div>
        </section>
      </div>
    </Item>
  );
}

function StatusMenu({ contact: { id, email, status } }: { readonly contact: Contact }) {
  return (
    <Select
      label={`Change ${email} to`}
      value={status}
      options={contactStatuses}
      onChange={(to) =>
        void model.act('setContactStatus', { id, status: to }, { done: `${email} is now ${to}` })
      }
    />
  );
}

function ListFields({ contact: { contactListId = '', customFields } }: { readonly contact: Contact }) {
  const { response } = useResponse('listContactLists');
  const list = response?.lists.find((row) => row.id === contactListId);
  return (
    <section>
      <h2>
        List <a href={hrefOf('contact-lists', contactListId, {})}>{list?.name ?? contactListId}</a>
      </h2>
      {Object.keys(customFields).length === 0 ? (
        <p class="hint">No values for fields of the list.</p>
      ) : (
        <Pairs
          rows={Object.entries(customFields).map(([key, value]) => [
            list?.customFields.find((field) => field.key === key)?.label ?? key,
            String(value),
          ])}
        />
      )}
    </section>
  );
}
