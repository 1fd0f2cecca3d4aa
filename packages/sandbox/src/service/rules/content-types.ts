/** MIME types that no attachment may have: executables and scripts, which mail providers also refuse (A70). */
const refused = new Set(
  `
  application/hta application/java-archive application/javascript application/x-bat application/x-dosexec
  application/vnd.microsoft.portable-executable application/x-executable application/x-ms-shortcut
  application/x-msdos-program application/x-msdownload application/x-msi application/x-sh text/javascript
  `
    .trim()
    .split(/\s+/),
);

/** Without `*`: `image/*` is a range of types. */
const mediaType = /^([!#$%&'+.^_`|~\w-]+\/[!#$%&'+.^_`|~\w-]+)[ \t]*(?:;[\x20-\x7e]*)?$/;

/** `type/subtype` of a MIME type in lower case, without parameters; `undefined` if it is invalid. */
export function essenceOf(contentType: string): string | undefined {
  return mediaType.exec(contentType.trim())?.[1]?.toLowerCase();
}

/** Whether an attachment may have this type; inline ones must be images. */
export function isAllowed(essence: string, inline: boolean): boolean {
  return inline ? essence.startsWith('image/') : !refused.has(essence);
}
