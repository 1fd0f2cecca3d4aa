import { useEffect, useMemo } from 'preact/hooks';
import { type Caller, request } from '../control-plane.ts';
import { useRead } from '../sandbox-context.ts';

/** The types that an `<img>` may show. It runs no script, not even that of an SVG. */
const imageTypes = ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg+xml'].map((name) => `image/${name}`);

/** How the page can show a file: as an image, or in the browser's viewer for PDF. `undefined` if it cannot. */
export function viewOf(contentType: string): 'image' | 'pdf' | undefined {
  const [type = ''] = contentType.toLowerCase().split(';');
  if (imageTypes.includes(type.trim())) return 'image';
  return type.trim() === 'application/pdf' ? 'pdf' : undefined;
}

/** Reads an image of a message as a `data:` URL. A type that is not an image becomes `image/png`. */
export async function imageUrl(caller: Caller, path: string, type: string): Promise<string> {
  const bytes = await bytesOf(caller, path);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The image could not be read'));
    reader.readAsDataURL(new Blob([bytes], { type: type.startsWith('image/') ? type : 'image/png' }));
  });
}

/** {@link imageUrl} of an attachment; `undefined` until it has loaded, and without a path. */
export function useImageUrl(path: string | undefined, type: string): string | undefined {
  return useRead(
    async (caller) => (path === undefined ? undefined : imageUrl(caller, path, type)),
    [path, type],
  ).answer;
}

/**
 * A PDF as a URL for the browser's own viewer, until the component leaves. The type is always PDF, so a file
 * that is really a page or a script is not taken for one.
 */
export function usePdfUrl(path: string): string | undefined {
  const { answer } = useRead((caller) => bytesOf(caller, path), [path]);
  const url = useMemo(
    () => answer && URL.createObjectURL(new Blob([answer], { type: 'application/pdf' })),
    [answer],
  );
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
  return url;
}

async function bytesOf(caller: Caller, path: string): Promise<ArrayBuffer> {
  const response = await request(caller, path);
  return response.arrayBuffer();
}
