import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { operations } from '@mailrig/contract';
import { build } from 'esbuild';
import { controlVerbs } from '../control/verbs.ts';
import { icon } from './icon.ts';
import { iconNames } from './page/parts/icon-names.ts';

let page: Promise<string> | undefined;

/** The inspector as one self-contained HTML file. The first call bundles it and later calls reuse it. */
export function inspectorPage(): Promise<string> {
  page ??= bundlePage().catch((error: unknown) => {
    page = undefined;
    throw error;
  });
  return page;
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['page/main.tsx', 'page/index.css'].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    ),
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    outdir: 'page',
    define: {
      iconShapes: JSON.stringify(iconShapes()),
      apiOperations: JSON.stringify(Object.keys(operations)),
      controlRoutes: JSON.stringify(
        Object.fromEntries(
          Object.entries(controlVerbs).map(([name, { method, path }]) => [name, `${method} ${path}`]),
        ),
      ),
    },
    write: false,
    logLevel: 'silent',
  });
  const text = (extension: string) =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text.trim() ?? '';
  return htmlOf(text('.js').replaceAll('</script', String.raw`<\/script`), text('.css'));
}

/** The shapes of each icon. Colours and lines are those of the page's style sheet. */
function iconShapes(): Record<string, string> {
  const drawn: Readonly<Record<string, { readonly body: string }>> = lucide.icons;
  return Object.fromEntries(
    Object.entries(iconNames).map(([name, inLucide]) => {
      const { body } = drawn[inLucide] ?? {};
      if (body === undefined) throw new Error(`Lucide has no icon ${inLucide}`);
      return [name, body.replaceAll(/ (?:fill|stroke[a-z-]*)="[^"]*"/g, '')];
    }),
  );
}

/**
 * The policy names the page's script by its hash, so no script from captured mail can run. It allows
 * styles and images because the frame that shows a message inherits it.
 */
function htmlOf(script: string, style: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    // Frames inherit this policy and add their own: other hosts are for a preview that the user allowed them.
    "style-src 'unsafe-inline' http: https:",
    'font-src data: http: https:',
    'img-src data: http: https:',
    // The browser's viewer for attached PDF files.
    'frame-src blob:',
    "connect-src 'self'",
    // Links to a section of a preview have about:srcdoc as their base.
    'base-uri about:',
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mailrig sandbox</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${style}</style>
</head>
<body>
<div id="app"><noscript>The inspector needs JavaScript. Turn it on and reload the page.</noscript></div>
<script>${script}</script>
</body>
</html>
`;
}
