import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Message } from '../control-types.ts';
import { type Caller, request } from '../control-plane.ts';
import { Checkbox } from '../parts/form.tsx';
import { useSandbox } from '../sandbox-context.ts';

const remoteKey = 'mailrig-remote-images';

/**
 * The HTML of a message in a sandboxed frame: no scripts, no origin. It loads no remote images until the
 * user allows it.
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
        <Checkbox label="Phone width" class="narrowing" checked={isNarrow} onChange={setNarrow} />
        {hasRemote && (
          <Checkbox
            label="Load remote images"
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
        title="HTML preview"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
        srcdoc={documentOf(shown, remote)}
      />
    </div>
  );
}

/**
 * Puts the policy and the base at the very start of the document, so the message cannot hide them. They
 * may follow a doctype only if nothing but HTML's white space comes before it: any other character, even
 * a blank such as U+00A0, begins the body, where a policy has no effect.
 */
export function documentOf(html: string, remote: boolean): string {
  const [doctype = ''] = /^[\t\n\f\r ]*<!doctype[^>]*>/i.exec(html) ?? [];
  const policy = remote
    ? ''
    : '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; style-src \'unsafe-inline\'">';
  return `${doctype}${policy}<base target="_blank">${html.slice(doctype.length)}`;
}

/** Replaces each `cid:…` in the HTML with the inline image it names. */
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
      // Without its images, the message is still readable.
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
    reader.onerror = () => reject(new Error('The image could not be read'));
    reader.readAsDataURL(new Blob([bytes], { type: type.startsWith('image/') ? type : 'image/png' }));
  });
}
