import type { AnswerOf } from '../control-types.ts';
import { attachmentStatuses } from '../choices.ts';
import { useShownTime } from '../clock-bar.tsx';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { SearchField, Select } from '../parts/form.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Table } from '../parts/table.tsx';
import { useParam } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { useSandbox } from '../sandbox-context.ts';
import { dateAndTime, duration, fileSize } from '../format.ts';

const rowsOf = ({ attachments }: AnswerOf<'listAttachments'>) => attachments;
const keyOf = ({ id }: AnswerOf<'listAttachments'>['attachments'][number]) => id;

/** The files that were announced for emails, with their expiry. */
export function Attachments() {
  const { clock, isLost } = useSandbox();
  const now = useShownTime(clock, isLost);
  const [q, setQ] = useParam('q');
  const [status, setStatus] = useParam('status');
  const pages = useRowPages('/attachments', { q, status }, rowsOf, keyOf);
  const { rows, problem, isOld } = pages;
  const isFiltered = q !== '' || status !== '';
  return (
    <>
      <div class="head">
        <h1>Attachments</h1>
        <SearchField label="Search file names" value={q} onChange={setQ} />
        <Select
          label="Status"
          value={status}
          options={[['', 'All statuses'], ...attachmentStatuses]}
          onChange={setStatus}
        />
      </div>
      <p class="lead">
        Files uploaded through the API. An upload URL and a confirmed file expire on the clock of the sandbox.
      </p>
      <Problem text={problem} />
      {!rows && problem === undefined && <Skeleton />}
      {rows?.length === 0 && !isOld && (
        <EmptyState title={isFiltered ? 'No matches' : 'No attachments yet'}>
          <p>Files appear here as soon as a program asks for an upload URL.</p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table columns={['File', ['Size', 'number'], 'Status', 'Expires', 'Used by']}>
          {rows.map((row) => (
            <tr key={row.id}>
              <td class="break" title={row.id}>
                <bdi>{row.filename}</bdi>
                <span class="muted file-type">
                  {row.contentType}
                  {row.inline && ', inline'}
                </span>
              </td>
              <td class="number nowrap">
                {fileSize(row.size)}
                {row.uploadedBytes === undefined
                  ? row.status === 'pending' && <span class="muted"> not here yet</span>
                  : row.uploadedBytes !== row.size && (
                      <span class="muted"> ({fileSize(row.uploadedBytes)} came)</span>
                    )}
              </td>
              <td>
                <Badge text={row.status} tone={row.status === 'uploaded' ? 'good' : 'plain'} />
              </td>
              <td class="nowrap" data-label="Expires" title={row.expiresAt}>
                {dateAndTime(row.expiresAt)}
                {row.status !== 'expired' && now !== undefined && (
                  <span class="muted"> in {duration(Date.parse(row.expiresAt) - now)}</span>
                )}
              </td>
              <td class="muted nowrap">
                {row.emailCount === 0
                  ? 'no email'
                  : row.emailCount === 1
                    ? '1 email'
                    : `${row.emailCount} emails`}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <MoreRows pages={pages} />
    </>
  );
}
