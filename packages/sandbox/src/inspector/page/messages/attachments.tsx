import { useEffect, useRef, useState } from 'preact/hooks';
import { type Caller, request } from '../control-plane.ts';
import type { Message } from '../control-types.ts';
import { fileSize } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { download } from '../parts/save.ts';
import { useRead } from '../reads.ts';

type Attachment = Message['attachments'][number];

/** Where a file is: the id of its message, and its number there. */
type AttachmentReference = Readonly<{ id: string; n: number }>;

/** Bytes; a larger image has no thumbnail. */
const largestThumbnail = 5_000_000;

/** The files of a message. Images and PDF open in the page, others are downloaded. */
export function Attachments({ message: { id, attachments } }: { readonly message: Message }) {
  const [shown, setShown] = useState<number>();
  if (attachments.length === 0) return null;
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
                onClick={() =>
                  isShown ? setShown(at) : void download('getMessageAttachment', { id, n: at }, filename)
                }
              >
                <Thumbnail file={attachment} place={{ id, n: at }} />
                <span class="clip" dir="auto">
                  {filename}
                </span>
                <span class="fine">
                  {fileSize(size)}
                  {inline && ', inline'}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {file && shown !== undefined && (
        <Viewer file={file} place={{ id, n: shown }} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

function Thumbnail({ file, place }: { readonly file: Attachment; readonly place: AttachmentReference }) {
  const { contentType, size, filename } = file;
  const hasPicture = viewOf(contentType) === 'image' && size <= largestThumbnail;
  const url = useFileUrl(hasPicture ? place : undefined, contentType);
  return (
    <span class="thumbnail plain" aria-hidden="true">
      {url === undefined ? (/\.(\w{1,4})$/.exec(filename)?.[1] ?? 'file') : <img src={url} alt="" />}
    </span>
  );
}

interface ViewerProps {
  readonly file: Attachment;
  readonly place: AttachmentReference;
  readonly onClose: () => void;
}

/** A file over the page. Escape closes it. */
function Viewer({ file: { filename, contentType, size }, place, onClose }: ViewerProps) {
  const url = useFileUrl(place, contentType);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="viewer over column"
      aria-label={filename}
      onClose={onClose}
      // In the page, Escape would close the message too.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <header class="row">
        <h2 class="grow" dir="auto">
          {filename}
        </h2>
        <span class="muted nowrap">{fileSize(size)}</span>
        <Button label="Download" onClick={() => void download('getMessageAttachment', place, filename)} />
        <Button label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <div class="viewed">
        {url !== undefined &&
          (viewOf(contentType) === 'image' ? (
            <img src={url} alt={filename} />
          ) : (
            <iframe title={filename} src={url} />
          ))}
      </div>
    </dialog>
  );
}

/** The types that an `<img>` may show. It runs no script, not even that of an SVG. */
const imageTypes = ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg+xml'].map((name) => `image/${name}`);

/** How the page can show a file: as an image, or in the browser's viewer for PDF. `undefined` if it cannot. */
function viewOf(contentType: string): 'image' | 'pdf' | undefined {
  const [type = ''] = contentType.toLowerCase().split(';');
  if (imageTypes.includes(type.trim())) return 'image';
  return type.trim() === 'application/pdf' ? 'pdf' : undefined;
}

/** Reads an image of a message as a `data:` URL. A type that is not an image becomes `image/png`. */
export async function imageUrl(caller: Caller, place: AttachmentReference, type: string): Promise<string> {
  const image = await blobOf(caller, place, type.startsWith('image/') ? type : 'image/png');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The image could not be read'));
    reader.readAsDataURL(image);
  });
}

/**
 * A file as a URL until the component leaves; `undefined` until it has loaded, and without a place. One that is not an
 * image is for the browser's own viewer of PDF, whatever it really is: so a page or a script is not taken for one.
 */
function useFileUrl(place: AttachmentReference | undefined, type: string): string | undefined {
  const { response: url } = useRead(
    async (caller) => {
      if (!place) return undefined;
      if (viewOf(type) === 'image') return imageUrl(caller, place, type);
      return URL.createObjectURL(await blobOf(caller, place, 'application/pdf'));
    },
    [place?.id, place?.n, type],
  );
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  return url;
}

async function blobOf(caller: Caller, place: AttachmentReference, type: string): Promise<Blob> {
  return new Blob([await (await request(caller, 'getMessageAttachment', place)).arrayBuffer()], { type });
}
