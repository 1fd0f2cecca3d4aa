import { attachmentStatuses } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { useShownTime } from '../clock-bar.tsx';
import { counted, dateAndTime, duration, fileSize } from '../format.ts';
import { model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { ParamSearch, ParamSelect } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { RowTable } from '../parts/table.tsx';
import { type RowOf, useRowPages } from '../row-pages.ts';

/** Fields that the page leaves out. */
type Unshown = Pick<RowOf<'listAttachments'>, 'createdAt' | 'confirmedAt'>;

/** The files that were announced for emails, with their expiry. */
export function Attachments() {
  const { q = '', status = '' } = model.route.params;
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
        columns={[
          ['File', 'break'],
          ['Size', 'number nowrap'],
          'Status',
          ['Expires', 'nowrap labelled'],
          ['Used by', 'muted nowrap'],
        ]}
        empty={['No attachments yet', 'Files appear here as soon as a program asks for an upload URL.']}
      >
        {({ id, filename, contentType, inline, size, uploadedBytes, status: state, expiresAt, ...more }) => {
          const { emailCount, ...rest } = more;
          rest satisfies Within<typeof rest, Unshown>;
          return [
            <div title={id}>
              <bdi>{filename}</bdi>
              <div class="fine">{inline ? `${contentType}, inline` : contentType}</div>
            </div>,
            <>
              {fileSize(size)} <span class="muted">{uploadedPart(size, uploadedBytes, state)}</span>
            </>,
            <Badge text={state} tone={state === 'uploaded' ? 'good' : 'plain'} />,
            <span title={expiresAt}>
              {dateAndTime(expiresAt)}
              {state !== 'expired' && now !== undefined && (
                <span class="muted"> in {duration(Date.parse(expiresAt) - now)}</span>
              )}
            </span>,
            emailCount === 0 ? 'no email' : counted(emailCount, 'email'),
          ];
        }}
      </RowTable>
    </>
  );
}

/** How much of a file has arrived, unless it is complete. */
function uploadedPart(size: number, uploadedBytes: number | undefined, status: string): string {
  if (uploadedBytes === undefined) return status === 'pending' ? 'not here yet' : '';
  return uploadedBytes === size ? '' : `(${fileSize(uploadedBytes)} came)`;
}
