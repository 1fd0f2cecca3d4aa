/** A picture of the animation, with the code that leads to it. */
export interface Frame {
  readonly code: string;
  readonly caption: string;
  /** WebP. */
  readonly picture: Buffer;
}

const seconds = 3.5;
const bar = 92;

/**
 * An animated SVG that shows one frame after the other. Readers who prefer reduced motion see the first
 * frame only.
 */
export function animation(
  frames: readonly Frame[],
  { width, height }: { width: number; height: number },
): string {
  const total = frames.length * seconds;
  const share = 100 / frames.length;
  const groups = frames.map(
    ({ code, caption, picture }, index) => `<g class="frame" style="animation-delay:${index * seconds}s">
<text x="28" y="38" class="code">${escaped(code)}</text>
<text x="28" y="70" class="caption">${escaped(caption)}</text>
<image y="${bar}" width="${width}" height="${height}" href="data:image/webp;base64,${picture.toString('base64')}"/>
</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + bar}" width="${width}" height="${height + bar}" role="img">
<title>Mailrig: an email is sent, delivered when the clock moves, and a call fails on demand</title>
<style>
.code{font:600 21px ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e6edf3}
.caption{font:17px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#9aa7b4}
.frame{opacity:0;animation:show ${total}s infinite}
@keyframes show{0%,${(share - 1).toFixed(2)}%{opacity:1}${share.toFixed(2)}%,100%{opacity:0}}
@media (prefers-reduced-motion:reduce){.frame{animation:none}.frame:first-of-type{opacity:1}}
</style>
<rect width="100%" height="100%" rx="12" fill="#0d1117"/>
${groups.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
