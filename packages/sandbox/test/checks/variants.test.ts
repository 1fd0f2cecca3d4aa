import { checkVariants } from '@mailrig/sandbox/fast-check';
import { expect, test } from 'vitest';

interface Props {
  readonly name: string;
  readonly order?: { readonly id: string; readonly total: number };
  readonly items: readonly string[];
}

const props: Props = { name: 'Grace', order: { id: 'A-77', total: 12 }, items: ['Shoes', 'Socks'] };

const escaped = (text = 'there') =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const page = (content: string) => `<html lang="en"><body>${content}</body></html>`;
const list = (items: readonly string[] = []) => items.map((item) => `<li>${escaped(item)}</li>`).join('');

test('checkVariants: a template that is ready for every value passes', async () => {
  const report = await checkVariants<Props>(
    ({ name, order, items }) => ({
      subject: `Thank you, ${name || 'friend'}`,
      html: page(`<p>Hello ${escaped(name)}</p><p>${order?.total ?? 0}</p><ul>${list(items)}</ul>`),
    }),
    { props, required: ['name'] },
  );
  expect(report).toMatchObject({ passed: true, runs: 200, changed: [] });
});

test.for([
  [
    'a missing value',
    ({ name }: Props) => page(`<p>Hello ${name && escaped(name)}</p>`),
    { items: props.items, order: props.order },
    ['name'],
  ],
  [
    'a value that is not escaped',
    ({ name }: Partial<Props>) => page(`<p>Hello ${name ?? 'there'}</p>`),
    { ...props, name: '"><script>alert(1)</script>' },
    ['name'],
  ],
  [
    'an empty link',
    ({ order }: Props) => page(`<a href="${escaped(order?.id ?? 'https://a.example')}">Order</a>`),
    expect.anything(),
    [],
  ],
] as const)(
  'checkVariants: %s is shrunk to the smallest props that fail',
  async ([, render, smallest, changed]) => {
    const report = await checkVariants<Props>(render, { props, seed: 7 });
    expect(report).toMatchObject({ passed: false, changed, checks: { passed: false } });
    expect(report.props).toEqual(smallest);
  },
);

test('checkVariants: what is too long is shrunk to the shortest that is', async () => {
  const limit = (name = '') => {
    if (name.length > 40) throw new Error(`${name.length} is too long`);
    return page(escaped(name));
  };
  const report = await checkVariants<Props>(({ name }) => limit(name), { props, seed: 3 });
  expect(report).toMatchObject({ passed: false, changed: ['name'], error: new Error('41 is too long') });
  expect(report.props).toEqual({ ...props, name: 'W'.repeat(41) });
});

test('checkVariants: parts inside objects are named, and a seed repeats a report', async () => {
  const render = ({ order }: Props) => page(`<p>Total ${order ? order.total.toFixed(2) : ''}</p>`);
  const report = await checkVariants(render, { props });
  expect(report).toMatchObject({ passed: false, changed: ['order.total'], error: expect.any(TypeError) });
  expect(await checkVariants(render, { props, seed: report.seed })).toEqual(report);
});

test('checkVariants: a template that is at fault with its usual props says so at once', async () => {
  const report = await checkVariants(() => '<p>Hello</p>', { props });
  expect(report).toMatchObject({ passed: false, runs: 1, changed: [], props });
  expect(await checkVariants(() => '<p>Hello</p>', { props, ignore: ['language-missing'] })).toMatchObject({
    passed: true,
  });
});
