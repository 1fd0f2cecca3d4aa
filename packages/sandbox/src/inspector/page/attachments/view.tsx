import { attachmentStatuses } from '@mailrig/contract';
import { useShownTime } from '../clock-bar.tsx';
import { counted, dateAndTime, duration, fileSize } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { ParamSearch, ParamSelect } from '../parts/form.tsx';
import { Head } from '../parts/blocks.tsx';
import { RowTable } from '../parts/table.tsx';
import { useRoute } from '../route.ts';
import { type RowOf, useRowPages } from '../row-pages.ts';

/** The files that were announced for emails, with their expiry. */
export function Attachments() {
  const { q = '', status = '' } = useRoute().params;
  const pages = useRowPages('listAttachments', { q, status });
  const now = useShownTime();
  return (
    <>
      <Head
        title="Attachments"
        lead="Files uploaded through the API. An upload URL and a confirmed file expire on the clock of the sandbox."
      >
        <ParamSearch label="Search file names" />
        <ParamSelect name="status" label="Status" all="All statuses" options={attachmentStatuses} />
      </Head>
      <RowTable
        pages={pages}
        columns={['File', ['Size', 'number'], 'Status', 'Expires', 'Used by']}
        empty={['No attachments yet', 'Files appear here as soon as a program asks for an upload URL.']}
      >
        {(row) => (
          <>
            <td class="break" title={row.id}>
              <bdi>{row.filename}</bdi>
              <div class="fine">
                {row.contentType}
                {row.inline && ', inline'}
              </div>
            </td>
            <td class="number nowrap">
              {fileSize(row.size)} <span class="muted">{uploadedPart(row)}</span>
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
              {row.emailCount === 0 ? 'no email' : counted(row.emailCount, 'email')}
            </td>
          </>
        )}
      </RowTable>
    </>
  );
}

/** How much of a file has arrived, unless it is all of it. */
function uploadedPart({ size, uploadedBytes, status }: RowOf<'listAttachments'>): string {
  if (uploadedBytes === undefined) return status === 'pending' ? 'not here yet' : '';
  return uploadedBytes === size ? '' : `(${fileSize(uploadedBytes)} came)`;
}
