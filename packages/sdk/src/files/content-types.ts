const byExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** MIME type by file extension, or `otherwise` if the extension is not known. */
export function contentTypeOf(filename: string, otherwise = 'application/octet-stream'): string {
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  return (Object.hasOwn(byExtension, extension) && byExtension[extension]) || otherwise;
}
