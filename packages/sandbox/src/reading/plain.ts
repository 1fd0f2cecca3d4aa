/** A text in lower case, without invisible characters and the accents that languages put on the same letter. */
export function plainOf(text: string): string {
  const small = text.toLowerCase();
  if (/^[\0-\x7f]*$/.test(small)) return small;
  return small
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC');
}
