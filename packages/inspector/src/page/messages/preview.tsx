import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Message } from '../answers.ts';
import { type Caller, request } from '../call.ts';
import { Check } from '../parts/form.tsx';
import { useSandbox } from '../sandbox.ts';

const remoteKey = 'mailrig-remote-images';

/**
 * The HTML of a message, in a frame without scripts and of no origin. What it loads from elsewhere
 * stays out until the user asks for it.
 */
export function Preview({ message, html }: { readonly message: Message; readonly html: string }) {
  const [isNarrow, setNarrow] = useState(false);
  const [remote, setRemote] = useState(() => localStorage.getItem(remoteKey) === 'load');
  const shown = useInlineImages(message, html);
  const hasRemote = useMemo(
    () => /(?:src|srcset|background)\s*=\s*["']?\s*https?:|url\(\s*["']?https?:/i.test(html),
    [html],
  );
  return (
    <div class="preview">
      <div class="preview-tools">
        <Check label="Phone width" class="narrowing" checked={isNarrow} onChange={setNarrow} />
        {hasRemote && (
          <Check
            label="Load images from elsewhere"
            checked={remote}
            onChange={(checked) => {
              setRemote(checked);
              localStorage.setItem(remoteKey, checked ? 'load' : 'leave');
            }}
          />
        )}
      </div>
      <iframe
        key={String(remote)}
        class={isNarrow ? 'narrow' : ''}
        title="HTML of the message"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
        srcdoc={documentOf(shown, remote)}
      />
    </div>
  );
}

/** The HTML with what the frame needs to know at its very beginning, where the message cannot hide it. */
function documentOf(html: string, remote: boolean): string {
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
  const policy = remote
    ? ''
    : '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; style-src \'unsafe-inline\'">';
  return `${doctype}${policy}<base target="_blank">${html.slice(doctype.length)}`;
}

/** The HTML with the inline images of the message in the places that name them (`cid:…`). */
function useInlineImages(message: Message, html: string): string {
  const { caller } = useSandbox();
  const [images, setImages] = useState<ReadonlyMap<string, string>>(new Map());
  const { id, attachments } = message;
  useEffect(() => {
    let left = false;
    const wanted = attachments.flatMap(({ contentId, contentType }, at) =>
      contentId !== undefined && html.includes(`cid:${contentId}`) ? [{ contentId, contentType, at }] : [],
    );
    Promise.all(
      wanted.map(async ({ contentId, contentType, at }) => {
        const url = await dataUrl(caller, `/messages/${id}/attachments/${at}`, contentType);
        return [contentId, url] as const;
      }),
    ).then(
      (found) => {
        if (!left && found.length > 0) setImages(new Map(found));
      },
      // The message is shown without them.
      () => {},
    );
    return () => (left = true);
  }, [caller, id, html]);
  let shown = html;
  for (const [contentId, url] of images) shown = shown.replaceAll(`cid:${contentId}`, url);
  return shown;
}

async function dataUrl(caller: Caller, path: string, type: string): Promise<string> {
  const response = await request(caller, path);
  const bytes = await response.arrayBuffer();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The image cannot be read'));
    reader.readAsDataURL(new Blob([bytes], { type: type.startsWith('image/') ? type : 'image/png' }));
  });
}
