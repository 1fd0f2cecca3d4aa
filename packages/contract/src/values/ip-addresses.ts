const byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const ipv4 = `${byte}(?:\\.${byte}){3}`;
const group = '[0-9A-Fa-f]{1,4}';
/** The last 32 bits of an IPv6 address, which may be written as an IPv4 address: `::ffff:203.0.113.7`. */
const ending = `(?:${group}:${group}|${ipv4})`;

/** `::` stands for one or more groups of zeros; each row allows as many groups after it as still fit. */
const ipv6 = [
  `(?:${group}:){6}${ending}`,
  `::(?:${group}:){5}${ending}`,
  ...[4, 3, 2, 1, 0].map((after, before) => `${upTo(before)}::(?:${group}:){${after}}${ending}`),
  `${upTo(5)}::${group}`,
  `${upTo(6)}::`,
].join('|');

/** An IPv4 or IPv6 address without a zone (A92). */
export const ipAddressPattern = new RegExp(`^(?:${ipv4}|${ipv6})$`);

function upTo(more: number): string {
  return `(?:(?:${group}:){0,${more}}${group})?`;
}
