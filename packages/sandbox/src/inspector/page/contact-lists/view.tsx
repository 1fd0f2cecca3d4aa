import { contactStatuses } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { useEffect, useRef } from 'preact/hooks';
import type { ResponseOf } from '../control-types.ts';
import { counted, dateAndTime } from '../format.ts';
import { hrefOf } from '../model.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Head } from '../parts/head.tsx';
import { EmptyState, Loaded } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { useHappened } from '../past.ts';

/** The contact lists of the account with their fields. */
export function ContactLists({ item }: { readonly item: string | undefined }) {
  return (
    <>
      <Head title="Contact lists" />
      <Loaded verb="listContactLists">
        {({ lists }) =>
          lists.length === 0 ? (
            <EmptyState title="No contact lists yet">
              <p>Lists appear here when you create them through the API.</p>
            </EmptyState>
          ) : (
            <div class="stack">
              {lists.map((list) => (
                <List key={list.id} list={list} isChosen={list.id === item} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** Fields that the page leaves out. */
type Unshown = Pick<ResponseOf<'listContactLists'>['lists'][number], 'updatedAt'>;

interface ListProps {
  readonly list: ResponseOf<'listContactLists'>['lists'][number];
  readonly isChosen: boolean;
}

function List({ list, isChosen }: ListProps) {
  const { id, name, description, customFields, contacts, createdAt, ...rest } = list;
  rest satisfies Within<typeof rest, Unshown>;
  const happened = useHappened();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const total = Object.values(contacts).reduce((sum, count) => sum + count, 0);
  return (
    <section ref={card} class={`card ${isChosen ? 'chosen' : ''} ${happened(id)}`} aria-label={name}>
      <div class="card-head line">
        <h2 dir="auto">{name}</h2>
        <ButtonLink
          class="small push"
          label={counted(total, 'contact')}
          aria-label={`${counted(total, 'contact')} of ${name}`}
          href={hrefOf('contacts', undefined, { list: id })}
        />
      </div>
      {description !== undefined && description !== '' && <p dir="auto">{description}</p>}
      <p class="muted">
        <span class="mono">{id}</span>, created {dateAndTime(createdAt)}
      </p>
      <ul class="loose row" aria-label="Contacts by status">
        {contactStatuses
          .filter((status) => contacts[status] > 0)
          .map((status) => (
            <li key={status}>
              <a href={hrefOf('contacts', undefined, { list: id, status })}>
                {contacts[status].toLocaleString('en')} {status}
              </a>
            </li>
          ))}
      </ul>
      {customFields.length === 0 ? (
        <p class="muted">No custom fields.</p>
      ) : (
        <Table
          columns={[['Field', 'mono break'], 'Label', ['Type', 'labelled'], ['Default', 'labelled']]}
          rows={customFields}
          keyOf={({ key }) => key}
        >
          {({ key, label, type, required = false, defaultValue = '', options }) => [
            key,
            label,
            <>
              {type}
              {required && ', required'}
              {options && <span class="muted"> {options.join(', ')}</span>}
            </>,
            String(defaultValue),
          ]}
        </Table>
      )}
    </section>
  );
}
