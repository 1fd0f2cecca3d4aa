import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** The width that takes all there is. */
export const fullWidth = 0;

const narrowest = 240;
/** Pixels; the style sheet leaves as much space for the handle. */
const handleWidth = 14;
/** Pixels by which an arrow key changes the width. */
const step = 20;

interface PreviewFrameProps {
  /** Pixels, or {@link fullWidth}. */
  readonly width: number;
  readonly onResize: (width: number) => void;
  readonly children: ComponentChildren;
}

/** A frame with a handle at its end that changes its width, by pointer or with the arrow keys. */
export function PreviewFrame({ width, onResize, children }: PreviewFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [isDragging, setDragging] = useState(false);
  const widest = () => (stage.current?.clientWidth ?? narrowest) - handleWidth;
  const resize = (wanted: number) => {
    const pixels = Math.max(narrowest, Math.round(wanted));
    onResize(pixels >= widest() ? fullWidth : pixels);
  };
  return (
    <div ref={stage} class="preview-stage column">
      <div
        class={`preview-frame ${isDragging ? 'dragging' : ''}`}
        style={{ width: width === fullWidth ? `calc(100% - ${handleWidth}px)` : `${width}px` }}
      >
        {children}
        <div
          class="preview-handle"
          role="separator"
          tabIndex={0}
          aria-label="Width of the preview"
          aria-orientation="vertical"
          aria-valuemin={narrowest}
          aria-valuemax={Math.max(width, 2_000)}
          aria-valuenow={width === fullWidth ? 2_000 : width}
          aria-valuetext={width === fullWidth ? 'Full' : `${width} pixels`}
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragging(true);
          }}
          onPointerMove={(event) => {
            const box = stage.current?.getBoundingClientRect();
            // The frame is centred, so each side gets half of the change.
            if (isDragging && box) resize(2 * (event.clientX - (box.left + box.width / 2)) - handleWidth);
          }}
          onLostPointerCapture={() => setDragging(false)}
          onKeyDown={(event) => {
            const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            resize((width === fullWidth ? widest() : width) + by);
          }}
        />
      </div>
      {width !== fullWidth && <p class="preview-width fine">{width} px</p>}
    </div>
  );
}
