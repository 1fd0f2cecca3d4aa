import type { AnswerOf, Contact } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { ContactDetail } from './detail.tsx';
import { contactStatuses } from '../choices.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select, SearchField } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { RowList } from '../parts/row-list.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { SplitView } from '../parts/split-view.tsx';
import { setParams, useRoute } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { useAnswer, useSandbox } from '../sandbox-context.ts';
import { shortTime } from '../format.ts';

const rowsOf = ({ contacts }: AnswerOf<'listContacts'>) => contacts;
const keyOf = ({ id }: AnswerOf<'listContacts'>['contacts'][number]) => id;

/** The contacts of one list or of all, newest first. */
export function Contacts({ item }: { readonly item: string | undefined }) {
  const { params } = useRoute();
  const { q = '', status = '', list = '' } = params;
  const filter = { q, status, list };
  const known = useAnswer<AnswerOf<'listContactLists'>>('/contact-lists').answer?.lists ?? [];
  const pages = useRowPages('/contacts', filter, rowsOf, keyOf);
  const { rows, total, waiting, problem, isOld } = pages;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const nameOf = (id: string) => known.find((row) => row.id === id)?.name ?? '';
  return (
    <SplitView
      view="contacts"
      name="Contacts"
      tools={
        <>
          <SearchField label="Search contacts" value={q} onChange={(value) => setParams({ q: value })} />
          <Select
            label="List"
            value={list}
            options={[['', 'All lists'], ...known.map(({ id, name }) => [id, name] as const)]}
            onChange={(value) => setParams({ list: value })}
          />
          <Select
            label="Status"
            value={status}
            options={[['', 'All statuses'], ...contactStatuses]}
            onChange={(value) => setParams({ status: value })}
          />
          {rows && (
            <span class="tally" role="status">
              {(total + waiting).toLocaleString('en')} {total + waiting === 1 ? 'contact' : 'contacts'}
            </span>
          )}
        </>
      }
      list={
        <>
          <Problem text={problem} />
          {!rows && problem === undefined && <Skeleton rows={10} />}
          {rows && rows.length > 0 && (
            <RowList view="contacts" item={item} pages={pages} keyOf={keyOf}>
              {(contact) => <Row contact={contact} list={list === '' ? nameOf(contact.contactListId) : ''} />}
            </RowList>
          )}
          {rows?.length === 0 && !isOld && (
            <EmptyState title={isFiltered ? 'No matches' : 'No contacts yet'}>
              <p>Contacts appear here when you create them through the API, in any list of the account.</p>
            </EmptyState>
          )}
        </>
      }
      detail={item === undefined ? undefined : <Chosen key={item} id={item} />}
    />
  );
}

function Chosen({ id }: { readonly id: string }) {
  const { answer, problem } = useAnswer<Contact>(`/contacts/${segment(id)}`);
  if (problem !== undefined) return <Problem text={problem} />;
  return answer ? <ContactDetail contact={answer} /> : <Skeleton />;
}

function Row({
  contact: { email, name, status, createdAt },
  list,
}: {
  readonly contact: AnswerOf<'listContacts'>['contacts'][number];
  /** Name of the list; empty if all rows belong to the same. */
  readonly list: string;
}) {
  const { clock } = useSandbox();
  return (
    <>
      <span class="row-line">
        <span class="row-title">{email}</span>
        <time dateTime={createdAt} title={createdAt}>
          {shortTime(createdAt, clock?.now)}
        </time>
      </span>
      <span class="row-line">
        <span class="row-text">
          <bdi>{name}</bdi>
          {name !== '' && list !== '' && ' · '}
          <bdi>{list}</bdi>
        </span>
        <Badge text={status} />
      </span>
    </>
  );
}
