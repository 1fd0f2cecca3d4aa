/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export const white: Colour = [255, 255, 255, 1];
export const black: Colour = [0, 0, 0, 1];

/** The names of colours that mail uses, each with its digits. */
const named =
  'black 000 silver c0c0c0 gray 808080 grey 808080 white fff maroon 800000 red f00 purple 800080 fuchsia f0f magenta f0f green 008000 lime 0f0 olive 808000 yellow ff0 navy 000080 blue 00f teal 008080 aqua 0ff cyan 0ff orange ffa500 lightgray d3d3d3 lightgrey d3d3d3 darkgray a9a9a9 darkgrey a9a9a9 dimgray 696969 dimgrey 696969 gainsboro dcdcdc whitesmoke f5f5f5 ivory fffff0 beige f5f5dc snow fffafa pink ffc0cb gold ffd700 tomato ff6347 coral ff7f50 crimson dc143c darkblue 00008b darkgreen 006400 darkred 8b0000 lightblue add8e6 lightgreen 90ee90 lightyellow ffffe0 slategray 708090 steelblue 4682b4 royalblue 4169e1 dodgerblue 1e90ff skyblue 87ceeb indigo 4b0082 violet ee82ee khaki f0e68c tan d2b48c brown a52a2a salmon fa8072'.split(
    ' ',
  );
const names = new Map(
  named.flatMap((name, at) => (at % 2 === 0 ? [[name, named[at + 1] ?? ''] as const] : [])),
);

/** Reads a colour of CSS or of an attribute; `undefined` for one in a form that it does not know, such as `var(--a)`. */
export function readColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return [0, 0, 0, 0];
  const hex = /^#?([\da-f]{3,8})$/.exec(names.get(value) ?? value)?.[1];
  if (hex !== undefined) return ofHex(hex);
  const [, name, inside = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value) ?? [];
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '');
  if (name === undefined || parts.length < 3) return undefined;
  const [a = 0, b = 0, c = 0, alpha = 1] = parts.map((part, at) => {
    const isShare = part.endsWith('%');
    return (Number.parseFloat(part) / (isShare ? 100 : 1)) * (isShare && name === 'rgb' && at < 3 ? 255 : 1);
  });
  if ([a, b, c, alpha].some((part) => Number.isNaN(part))) return undefined;
  return name === 'rgb' ? [a, b, c, alpha] : [...ofHsl(a, b, c), alpha];
}

function ofHex(hex: string): Colour | undefined {
  const digits = hex.length < 5 ? [...hex].map((digit) => digit + digit).join('') : hex;
  if (digits.length !== 6 && digits.length !== 8) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digits.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return [red, green, blue, alpha / 255];
}

function ofHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** The colour with its lightness inverted and its hue kept, as clients do for dark mode. */
export function inverted([red, green, blue, alpha]: Colour): Colour {
  const shift = 255 - Math.max(red, green, blue) - Math.min(red, green, blue);
  return [red + shift, green + shift, blue + shift, alpha];
}

/** What a colour looks like over another one. */
export function over([red, green, blue, alpha]: Colour, [r, g, b]: Colour): Colour {
  const mix = (front: number, back: number) => front * alpha + back * (1 - alpha);
  return [mix(red, r), mix(green, g), mix(blue, b), 1];
}

/** The contrast of two opaque colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colour as people write it: `#aabbcc`. */
export function wordFor([red, green, blue]: Colour): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
