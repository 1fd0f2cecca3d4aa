const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const superscripts = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** For example `1,000`, and from ten million on `6·10⁷`. */
export function count(number: number): string {
  if (number < 10_000_000) return Math.round(number).toLocaleString('en');
  const [digits = '', power = ''] = number.toExponential(0).split('e+');
  return `${digits}·10${[...power].map((digit) => superscripts[Number(digit)]).join('')}`;
}

/** For example `two changes`; larger numbers stay digits. */
export const inWords = (number: number, noun: string): string =>
  `${words[number] ?? count(number)} ${number === 1 ? noun : pluralOf(noun)}`;

/** For example `3 requests`. */
export const counted = (number: number, noun: string): string =>
  `${count(number)} ${number === 1 ? noun : pluralOf(noun)}`;

const pluralOf = (noun: string) => noun.replace(/y$/, 'ie').replace(/sh$/, 'she').concat('s');
