// The types of css-tree describe only the whole package. These are its parser and its walker alone.
declare module 'css-tree/parser' {
  import type { parse as parseCss } from 'css-tree';
  const parse: typeof parseCss;
  export default parse;
}

declare module 'css-tree/walker' {
  import type { find, walk as walkCss } from 'css-tree';
  const walk: typeof walkCss & { find: typeof find };
  export default walk;
}
