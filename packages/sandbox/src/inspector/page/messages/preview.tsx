import { useMemo, useState } from 'preact/hooks';
import type { Message } from '../control-types.ts';
import { useParam } from '../model.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/form.tsx';
import { useRead } from '../reads.ts';
import { imageUrl } from './attachments.tsx';
import { beginningOf, documentOf, hasDarkStyles, hasRemote } from './preview-document.ts';

/** The widths of a preview in pixels; the last one takes the full width. */
const widths = [
  ['Phone', '375'],
  ['Tablet', '768'],
  ['Full', ''],
] as const;

const schemes = [
  ['Light', ''],
  ['Dark', 'dark'],
] as const;

/** The HTML of a message with its inline images. Of a long one, the beginning until the user opens all of it. */
export function Preview({ message, html }: { readonly message: Message; readonly html: string }) {
  const [isWhole, setWhole] = useState(false);
  const part = isWhole ? html : beginningOf(html);
  const shown = useInlineImages(message, part);
  return (
    <>
      {part.length < html.length && (
        <p class="hint">
          Only the beginning is shown. <Button label="Show all" class="link" onClick={() => setWhole(true)} />
        </p>
      )}
      <HtmlPreview html={shown} />
    </>
  );
}

/**
 * HTML in a sandboxed frame: no scripts, no origin. It loads nothing from other hosts until the user allows it, for this
 * message only. All other choices are in the URL, so that a link shows the message as it was seen.
 */
export function HtmlPreview({ html }: { readonly html: string }) {
  const [width, setWidth] = useParam('width');
  const [scheme, setScheme] = useParam('scheme');
  const [hidden, hide] = useParam('images');
  const [remote, setRemote] = useState(false);
  const isRemote = useMemo(() => hasRemote(html), [html]);
  const isDark = useMemo(() => hasDarkStyles(html), [html]);
  const images = hidden === '';
  const shown = useMemo(() => documentOf(html, { images, remote }), [html, images, remote]);
  return (
    <div class="preview stack">
      <div class="preview-tools muted loose row">
        <Choice label="Width" options={widths} chosen={width} onChoose={setWidth} />
        <Choice label="Colours" options={schemes} chosen={scheme} onChoose={setScheme} />
        <Checkbox label="Images" checked={images} onChange={(on) => hide(on ? '' : 'off')} />
        {isRemote && images && <Checkbox label="Load remote images" checked={remote} onChange={setRemote} />}
      </div>
      {!isDark && scheme === 'dark' && <p class="hint">{withoutDark}</p>}
      <div class="preview-stage column">
        <iframe
          // A policy cannot be lifted, so with another one the frame loads again.
          key={shown}
          // Media queries of the message see the scheme as the preferred colours.
          style={{ colorScheme: scheme || 'light', width: width && `${width}px` }}
          title="HTML preview"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="no-referrer"
          srcdoc={shown}
        />
      </div>
    </div>
  );
}

const withoutDark =
  'This message has no dark styles. In dark mode, Apple Mail shows it as it is, if it sets its colours; Gmail and Outlook may invert them, each in its own way. The checks say which texts become hard to read.';

interface PictureProps {
  readonly title: string;
  readonly html: string;
  readonly class?: string;
  readonly tabIndex?: number;
}

/** The beginning of HTML as it looks, with nothing to press in it. */
export function Picture({ html, ...rest }: PictureProps) {
  const shown = documentOf(beginningOf(html), { images: true, remote: false });
  return <iframe key={shown} {...rest} loading="lazy" sandbox="" srcdoc={shown} />;
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly (readonly [text: string, value: string])[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

/** A few options next to each other, of which at most one is chosen. */
function Choice({ label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <div class="joined" role="group" aria-label={label}>
      {options.map(([text, value]) => (
        <Button key={text} label={text} aria-pressed={value === chosen} onClick={() => onChoose(value)} />
      ))}
    </div>
  );
}

/** The HTML with each `cid:…` replaced by the inline image it names. Without its images, the message is still readable. */
function useInlineImages({ id, attachments }: Message, html: string): string {
  const { response: shown = html } = useRead(
    async (caller) => {
      let filled = html;
      for (const [n, { contentId, contentType }] of attachments.entries()) {
        if (contentId === undefined || !html.includes(`cid:${contentId}`)) continue;
        filled = filled.replaceAll(`cid:${contentId}`, await imageUrl(caller, { id, n }, contentType));
      }
      return filled;
    },
    [id, html],
  );
  return shown;
}
