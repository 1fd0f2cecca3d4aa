import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../control-types.ts';
import { fileSize } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { useDownload } from '../parts/download.ts';
import { useImageUrl, usePdfUrl, viewOf } from './attachment-data.ts';

type Attachment = Message['attachments'][number];

/** Bytes; a larger image has no thumbnail. */
const largestThumbnail = 5_000_000;

/** The files of a message. Images and PDF open in the page, others are downloaded. */
export function Attachments({ message: { id, attachments } }: { readonly message: Message }) {
  const download = useDownload();
  const [shown, setShown] = useState<number>();
  if (attachments.length === 0) return null;
  const pathOf = (at: number) => `/messages/${id}/attachments/${at}`;
  const file = shown === undefined ? undefined : attachments[shown];
  return (
    <>
      <ul class="files row" aria-label="Attachments">
        {attachments.map((attachment, at) => {
          const { id: fileId, filename, contentType, size, inline } = attachment;
          const isShown = viewOf(contentType) !== undefined;
          return (
            <li key={fileId}>
              <button
                type="button"
                title={isShown ? 'Show' : 'Download'}
                onClick={() => (isShown ? setShown(at) : download(pathOf(at), filename))}
              >
                <Thumbnail file={attachment} path={pathOf(at)} />
                <span class="file-facts row">
                  <span class="file-name" dir="auto">
                    {filename}
                  </span>
                  <span class="fine">
                    {fileSize(size)}
                    {inline && ', inline'}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {file && shown !== undefined && (
        <Viewer file={file} path={pathOf(shown)} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

function Thumbnail({ file, path }: { readonly file: Attachment; readonly path: string }) {
  const { contentType, size, filename } = file;
  const hasPicture = viewOf(contentType) === 'image' && size <= largestThumbnail;
  const url = useImageUrl(hasPicture ? path : undefined, contentType);
  return (
    <span class="thumbnail" aria-hidden="true">
      {url === undefined ? (/\.(\w{1,4})$/.exec(filename)?.[1] ?? 'file') : <img src={url} alt="" />}
    </span>
  );
}

/** A file over the page. Escape closes it. */
function Viewer({
  file: { filename, contentType, size },
  path,
  onClose,
}: {
  readonly file: Attachment;
  readonly path: string;
  readonly onClose: () => void;
}) {
  const download = useDownload();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={filename}
      onClose={onClose}
      // In the page, Escape would close the message too.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <header class="row">
        <h2 class="grow break" dir="auto">
          {filename}
        </h2>
        <span class="muted nowrap">{fileSize(size)}</span>
        <Button label="Download" onClick={() => download(path, filename)} />
        <Button label="Close" onClick={() => dialog.current?.close()} />
      </header>
      {viewOf(contentType) === 'image' ? (
        <ShownImage name={filename} type={contentType} path={path} />
      ) : (
        <ShownPdf name={filename} path={path} />
      )}
    </dialog>
  );
}

function ShownImage({
  name,
  type,
  path,
}: {
  readonly name: string;
  readonly type: string;
  readonly path: string;
}) {
  const url = useImageUrl(path, type);
  return <div class="viewed">{url !== undefined && <img src={url} alt={name} />}</div>;
}

function ShownPdf({ name, path }: { readonly name: string; readonly path: string }) {
  const url = usePdfUrl(path);
  return <div class="viewed">{url !== undefined && <iframe title={name} src={url} />}</div>;
}
