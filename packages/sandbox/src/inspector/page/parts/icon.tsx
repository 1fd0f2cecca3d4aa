import type { IconName } from './icon-names.ts';

export type { IconName };

/** Put in by the build: what each icon draws in a square of 24, as SVG. */
declare const iconShapes: Readonly<Record<IconName, string>>;

/** A small picture next to a word that says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: iconShapes[name] }}
    />
  );
}
