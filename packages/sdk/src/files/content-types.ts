/** Types that the library leaves out, because they belong to a vendor, or names differently from mail clients. */
const added: Readonly<Record<string, string>> = {
  '7z': 'application/x-7z-compressed',
  avi: 'video/x-msvideo',
  bz2: 'application/x-bzip2',
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  flac: 'audio/flac',
  ico: 'image/vnd.microsoft.icon',
  jfif: 'image/jpeg',
  key: 'application/vnd.apple.keynote',
  m4v: 'video/x-m4v',
  mkv: 'video/x-matroska',
  msg: 'application/vnd.ms-outlook',
  numbers: 'application/vnd.apple.numbers',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pages: 'application/vnd.apple.pages',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  psd: 'image/vnd.adobe.photoshop',
  rar: 'application/vnd.rar',
  rtf: 'application/rtf',
  tar: 'application/x-tar',
  tgz: 'application/gzip',
  vcf: 'text/vcard',
  vcs: 'text/x-vcalendar',
  wmv: 'video/x-ms-wmv',
  xls: 'application/vnd.ms-excel',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
};

/**
 * MIME type by file extension, or `otherwise` if the extension is unknown. The library is loaded with the first file.
 */
export async function contentTypeOf(
  filename: string,
  otherwise = 'application/octet-stream',
): Promise<string> {
  const [, extension = ''] = /\.(\w+)$/.exec(filename.toLowerCase()) ?? [];
  const { mimes } = await import('mrmime');
  const types = [added, mimes].find((table) => Object.hasOwn(table, extension));
  return types?.[extension] ?? otherwise;
}
