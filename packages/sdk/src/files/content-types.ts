/** Extensions for which the table has an older name. */
const corrected: Readonly<Record<string, string>> = { '.jfif': 'image/jpeg', '.vcf': 'text/vcard' };

/** MIME type by file extension, or `otherwise` if the extension is not known. The table is loaded with the first file. */
export async function contentTypeOf(
  filename: string,
  otherwise = 'application/octet-stream',
): Promise<string> {
  const [extension] = /\.\w+$/.exec(filename.toLowerCase()) ?? [];
  if (extension === undefined) return otherwise;
  const { default: types } = await import('mime');
  return corrected[extension] ?? types.getType(extension) ?? otherwise;
}
