import { useEffect, useState } from 'preact/hooks';
import { type Caller, request } from '../control-plane.ts';
import type { Message } from '../control-types.ts';
import { fileSize } from '../format.ts';
import { Icon } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { download } from '../parts/save.ts';
import { useRead } from '../reads.ts';

type Attachment = Message['attachments'][number];

/** Where a file is: the id of its message, and its number there. */
type AttachmentReference = Readonly<{ id: string; n: number }>;

/** The files of a message. A press unfolds an image or a PDF, and downloads any other. */
export function Attachments({ message: { id, attachments } }: { readonly message: Message }) {
  const [shown, setShown] = useState<number>();
  if (attachments.length === 0) return null;
  const file = shown === undefined ? undefined : attachments[shown];
  return (
    <>
      <ul class="files row" aria-label="Attachments">
        {attachments.map(({ id: fileId, filename, contentType, size, inline }, at) => {
          const canShow = viewOf(contentType) !== undefined;
          const reference = { id, n: at };
          return (
            <li key={fileId}>
              <button
                type="button"
                title={canShow ? 'Show' : 'Download'}
                {...(canShow && { 'aria-expanded': at === shown })}
                onClick={() => {
                  if (canShow) setShown(at === shown ? undefined : at);
                  else void download('getMessageAttachment', reference, filename);
                }}
              >
                <Icon name="file" />
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
      {file && shown !== undefined && <ShownFile key={shown} file={file} reference={{ id, n: shown }} />}
    </>
  );
}

interface ShownFileProps {
  readonly file: Attachment;
  readonly reference: AttachmentReference;
}

/** An image or a PDF, with a button to download it. */
function ShownFile({ file: { filename, contentType }, reference }: ShownFileProps) {
  const url = useFileUrl(reference, contentType);
  return (
    <section class="shown-file stack" aria-label={filename}>
      {url !== undefined &&
        (viewOf(contentType) === 'image' ? (
          <img src={url} alt={filename} />
        ) : (
          <iframe title={filename} src={url} />
        ))}
      <span>
        <Button label="Download" onClick={() => void download('getMessageAttachment', reference, filename)} />
      </span>
    </section>
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
export async function imageUrl(
  caller: Caller,
  reference: AttachmentReference,
  type: string,
): Promise<string> {
  const image = await blobOf(caller, reference, type.startsWith('image/') ? type : 'image/png');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The image could not be read'));
    reader.readAsDataURL(image);
  });
}

/** A file as a URL, once it has loaded. Whatever its content, one that is no image is for the browser's PDF viewer. */
function useFileUrl(reference: AttachmentReference, type: string): string | undefined {
  const { response: url } = useRead(
    async (caller) => {
      if (viewOf(type) === 'image') return imageUrl(caller, reference, type);
      return URL.createObjectURL(await blobOf(caller, reference, 'application/pdf'));
    },
    [reference.id, reference.n, type],
  );
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  return url;
}

async function blobOf(caller: Caller, reference: AttachmentReference, type: string): Promise<Blob> {
  return new Blob([await (await request(caller, 'getMessageAttachment', reference)).arrayBuffer()], { type });
}
