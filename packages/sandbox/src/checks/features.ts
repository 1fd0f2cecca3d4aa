import features from '../../data/features.json' with { type: 'json' };

/**
 * The uses of each feature of caniemail.com: the HTML or CSS that needs it. A use is written as its kind and name, for
 * example `property:gap` or `value:display:flex`. A feature needs a row only if its uses do not follow from its name,
 * as the property `gap` does from `css-gap`, and the element `video` from `html-video`.
 */
const rows: Readonly<Record<string, string>> = features.uses;

/** Features without effect on what a recipient sees, or without an alternative: a finding would only distract. */
const unreported: ReadonlySet<string> = new Set(features.unreported.split(' '));

/** Features that only add something: a client without them shows a complete message. */
const extras: ReadonlySet<string> = new Set(features.extras.split(' '));

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
  if (row !== undefined) return row.split(' ');
  for (const [pattern, use] of patterns) {
    const name = pattern.exec(feature)?.[1];
    if (name !== undefined) return [`${use}${name}`];
  }
  return [];
}
