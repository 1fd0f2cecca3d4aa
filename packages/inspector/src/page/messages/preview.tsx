import { useMemo } from 'preact/hooks';
import type { Message } from '../control-types.ts';
import { isFlag, useKept } from '../kept.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/form.tsx';
import { useRead } from '../sandbox-context.ts';
import { imageUrl } from './attachment-data.ts';
import { fullWidth, PreviewFrame } from './preview-frame.tsx';

const widths = [
  ['Phone', 375],
  ['Tablet', 768],
  ['Full', fullWidth],
] as const;

const schemes = [
  ['Light', 'light'],
  ['Dark', 'dark'],
] as const;

const isWidth = (value: unknown): value is number => typeof value === 'number' && value >= 0;
const isScheme = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark';

/** The HTML of a message with its inline images. */
export function Preview({ message, html }: { readonly message: Message; readonly html: string }) {
  return <HtmlPreview html={useInlineImages(message, html)} />;
}

/**
 * HTML in a sandboxed frame: no scripts, no origin. It loads no remote images until the user allows it. The
 * browser remembers the width, the colours and the choice of images.
 */
export function HtmlPreview({ html }: { readonly html: string }) {
  const [width, setWidth] = useKept('preview-width', fullWidth, isWidth);
  const [scheme, setScheme] = useKept<'light' | 'dark'>('preview-scheme', 'light', isScheme);
  const [images, setImages] = useKept('preview-images', true, isFlag);
  const [remote, setRemote] = useKept('remote-images', false, isFlag);
  const hasRemote = useMemo(
    () => /(?:src|srcset|background)\s*=[\s"']*https?:|url\([\s"']*https?:/i.test(html),
    [html],
  );
  return (
    <div class="preview">
      <div class="preview-tools">
        <Choice label="Width" options={widths} chosen={width} onChoose={setWidth} />
        <Choice label="Colours" options={schemes} chosen={scheme} onChoose={setScheme} />
        <Checkbox label="Images" checked={images} onChange={setImages} />
        {hasRemote && images && <Checkbox label="Load remote images" checked={remote} onChange={setRemote} />}
      </div>
      <PreviewFrame width={width} onResize={setWidth}>
        <iframe
          key={`${images} ${remote}`}
          // Media queries of the message see this as the preferred colours.
          style={{ colorScheme: scheme }}
          title="HTML preview"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="no-referrer"
          srcdoc={documentOf(html, images, remote)}
        />
      </PreviewFrame>
    </div>
  );
}

/** A few options next to each other, of which at most one is chosen. */
function Choice<T extends string | number>({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly (readonly [text: string, value: T])[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([text, value]) => (
        <Button key={text} label={text} aria-pressed={value === chosen} onClick={() => onChoose(value)} />
      ))}
    </div>
  );
}

/**
 * Puts the policy and the base at the very start of the document, so the message cannot hide them. They
 * may follow a doctype only if nothing but HTML's white space comes before it: any other character, even
 * a blank such as U+00A0, begins the body, where a policy has no effect.
 */
function documentOf(html: string, images: boolean, remote: boolean): string {
  const [doctype = ''] = /^[\t\n\f\r ]*<!doctype[^>]*>/i.exec(html) ?? [];
  const policy = `default-src 'none'; style-src 'unsafe-inline'${images ? '; img-src data:' : ''}`;
  const meta = images && remote ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `${doctype}${meta}<base target="_blank">${html.slice(doctype.length)}`;
}

/** Replaces each `cid:…` in the HTML with the inline image it names. Without its images, the message is still readable. */
function useInlineImages({ id, attachments }: Message, html: string): string {
  const { answer: images = [] } = useRead(
    (caller) =>
      Promise.all(
        attachments.map(async ({ contentId, contentType }, at) => {
          const isShown = contentId !== undefined && html.includes(`cid:${contentId}`);
          const path = `/messages/${id}/attachments/${at}`;
          return isShown ? [`cid:${contentId}`, await imageUrl(caller, path, contentType)] : ['', ''];
        }),
      ),
    [id, html],
  );
  return images.reduce((shown, [cid = '', url = '']) => (cid ? shown.replaceAll(cid, url) : shown), html);
}
