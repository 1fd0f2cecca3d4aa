/** An invisible character: a format or control character, an unpaired surrogate, or a blank pattern (A135). */
export const invisible = /[\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}\u2800]|[^\P{Cc}\s]/u;

/** The same in a name, where scripts and emoji need joiners, selectors and marks of direction. */
export const invisibleInName =
  /[\p{Cs}\p{Zl}\p{Zp}\xad\u180e\u200b\u202a-\u202e\u2060-\u2064\ufeff]|[^\P{Cc}\s]/u;

/** A character by its number, for example `U+200B`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
