/**
 * The uses of each feature of caniemail.com: the HTML or CSS that needs it. A use is written as its kind and name, for
 * example `property:gap` or `value:display:flex`. A feature needs a row only if its uses do not follow from its name,
 * as the property `gap` does from `css-gap`, and the element `video` from `html-video`.
 */
const rows: Readonly<Record<string, string>> = {
  'css-at-media-device-pixel-ratio':
    'media:-webkit-device-pixel-ratio media:-webkit-min-device-pixel-ratio media:-webkit-max-device-pixel-ratio',
  'css-at-media-hover': 'media:hover media:any-hover',
  'css-block-inline-size': 'property:block-size property:inline-size',
  'css-border-inline-block': 'property:border-inline property:border-block',
  'css-border-inline-block-individual':
    'property:border-inline-start property:border-inline-end property:border-block-start property:border-block-end',
  'css-border-inline-block-longhand':
    'property:border-inline-color property:border-inline-style property:border-inline-width property:border-block-color property:border-block-style property:border-block-width',
  'css-border-radius-logical':
    'property:border-start-start-radius property:border-start-end-radius property:border-end-start-radius property:border-end-end-radius',
  'css-column-layout-properties':
    'property:columns property:column-fill property:column-rule property:column-span property:column-width',
  'css-conic-gradient': 'function:conic-gradient function:repeating-conic-gradient',
  'css-display-flex': 'value:display:flex value:display:inline-flex',
  'css-display-grid': 'value:display:grid value:display:inline-grid',
  'css-display-none': 'value:display:none',
  'css-gap': 'property:gap property:column-gap property:row-gap',
  'css-grid-template':
    'property:grid-template property:grid-template-areas property:grid-template-columns property:grid-template-rows',
  'css-intrinsic-size': 'keyword:fit-content keyword:min-content keyword:max-content',
  'css-left-right-top-bottom': 'property:left property:right property:top property:bottom',
  'css-linear-gradient': 'function:linear-gradient function:repeating-linear-gradient',
  'css-margin-block-start-end': 'property:margin-block-start property:margin-block-end',
  'css-margin-inline-block': 'property:margin-inline property:margin-block',
  'css-margin-inline-start-end': 'property:margin-inline-start property:margin-inline-end',
  'css-modern-color': 'function:lch function:oklch function:lab function:oklab',
  'css-nesting': 'nesting',
  'css-padding-block-start-end': 'property:padding-block-start property:padding-block-end',
  'css-padding-inline-block': 'property:padding-inline property:padding-block',
  'css-padding-inline-start-end': 'property:padding-inline-start property:padding-inline-end',
  'css-radial-gradient': 'function:radial-gradient function:repeating-radial-gradient',
  'css-rgb': 'function:rgb',
  'css-rgba': 'function:rgba',
  'css-scroll-snap': 'property:scroll-snap-type property:scroll-snap-align',
  'css-sytem-ui':
    'keyword:system-ui keyword:ui-serif keyword:ui-sans-serif keyword:ui-rounded keyword:ui-monospace',
  'css-unit-calc': 'function:calc',
  'css-unit-initial': 'keyword:initial',
  'css-unit-percent': 'unit:%',
  'css-variables': 'function:var',
  'html-align': 'attribute:align',
  'html-anchor-links': 'link:#',
  'html-background': 'attribute:background',
  'html-button-reset': 'type:button:reset',
  'html-button-submit': 'type:button:submit',
  'html-h1-h6': 'element:h1 element:h2 element:h3 element:h4 element:h5 element:h6',
  'html-height': 'attribute:height',
  'html-hidden': 'attribute:hidden',
  'html-image-maps': 'element:map',
  'html-lists': 'element:ul element:ol element:dl',
  'html-mailto-links': 'link:mailto:',
  'html-popover': 'attribute:popover',
  'html-required': 'attribute:required',
  'html-semantics':
    'element:article element:aside element:details element:figcaption element:figure element:footer element:header element:main element:mark element:nav element:section element:summary element:time',
  'html-srcset': 'attribute:srcset attribute:sizes',
  'html-valign': 'attribute:valign',
  'html-width': 'attribute:width',
  'image-base64': 'image:data:',
  'image-jpg': 'image:jpg image:jpeg',
  'image-heif': 'image:heif image:heic',
  'image-tiff': 'image:tiff image:tif',
};

/** Features without effect on what a recipient sees, or without an alternative: a finding would only distract. */
const unreported: ReadonlySet<string> = new Set(
  wordsIn(`
    css-color-scheme css-comments css-important css-selector-class css-selector-type css-unit-px
    html-aria-describedby html-aria-hidden html-aria-label html-aria-labelledby html-aria-live html-body
    html-comments html-dir html-doctype html-lang html-loading-attribute html-meta-color-scheme html-role
    html-style html-target
  `),
);

/** Features that only add something: a client without them shows a complete message. */
const extras: ReadonlySet<string> = new Set(
  wordsIn(`
    css-accent-color css-animation css-at-font-face css-at-keyframes css-at-media-device-pixel-ratio
    css-at-media-hover css-at-media-orientation css-at-media-prefers-color-scheme
    css-at-media-prefers-reduced-motion css-at-supports css-backdrop-filter css-cursor css-hyphenate-character
    css-hyphenate-limit-chars css-hyphens css-orphans css-outline-offset css-pseudo-class-active
    css-pseudo-class-focus css-pseudo-class-hover css-pseudo-class-target css-pseudo-class-visited
    css-pseudo-element-marker css-text-decoration-skip-ink css-text-decoration-thickness css-text-shadow
    css-text-underline-offset css-text-wrap css-transition css-user-select css-widows html-picture html-srcset
  `),
);

/** Whether a message is complete without the feature: dark colours, web fonts, hover, animations. */
export function isExtra(feature: string): boolean {
  return extras.has(feature);
}

/** The use of the style sheet at an address. One of web fonts counts as `@font-face`: without it, another font shows. */
export function styleSheetUse(address: string, use: 'at:import' | 'element:link'): string {
  return /font|typekit/i.test(address) ? 'at:font-face' : use;
}

const patterns: readonly (readonly [pattern: RegExp, use: string])[] = [
  [/^css-at-media-(.+)$/, 'media:'],
  [/^css-at-(.+)$/, 'at:'],
  [/^css-function-(.+)$/, 'function:'],
  [/^css-selector-(.+)$/, 'selector:'],
  [/^css-pseudo-(?:class|element)-(.+)$/, 'pseudo:'],
  [/^css-unit-(.+)$/, 'unit:'],
  [/^css-(.+)$/, 'property:'],
  [/^html-input-(.+)$/, 'type:input:'],
  [/^html-(.+)$/, 'element:'],
  [/^image-(.+)$/, 'image:'],
];

/** The uses of a feature; none if it cannot be seen in the source, or is not worth a finding. */
export function usesOf(feature: string): readonly string[] {
  if (unreported.has(feature)) return [];
  const row = rows[feature];
  if (row !== undefined) return wordsIn(row);
  for (const [pattern, use] of patterns) {
    const name = pattern.exec(feature)?.[1];
    if (name !== undefined) return [`${use}${name}`];
  }
  return [];
}

function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
