import { describe, expect, test } from 'vitest';
import { check, type CustomFieldDefinition, customFieldProblem, operations } from '../src/index.ts';

/** The issues of definitions, as `field: message` lines. */
function findings(customFields: unknown): string[] {
  const checked = check(operations.createContactList.body, { name: 'Readers', customFields });
  return checked.ok ? [] : checked.errors.map(({ field, message }) => `${field}: ${message}`);
}

const field: CustomFieldDefinition = { key: 'plan', label: 'Plan', type: 'text' };

describe('Definitions', () => {
  test('key, label and type are required (R131)', () => {
    expect(findings([field, {}])).toEqual([
      'customFields[1].key: is required',
      'customFields[1].label: is required',
      'customFields[1].type: is required',
    ]);
  });

  test('anything but an array is refused (R122)', () => {
    expect(findings({ plan: field })).toEqual(['customFields: must be an array']);
    expect(findings(['plan'])).toEqual(['customFields[0]: must be an object']);
  });

  test('a type other than the five is refused (R132)', () => {
    expect(findings([{ ...field, type: 'colour' }])).toEqual([
      'customFields[0].type: must be one of text, number, date, boolean, select',
    ]);
  });

  test('very many options are checked in one pass (A84)', () => {
    let reads = 0;
    const options = new Proxy([...Array.from({ length: 1_000 }, (_, n) => `option ${n}`), 'option 0'], {
      get: (...of) => {
        reads += 1;
        return Reflect.get(...of) as unknown;
      },
    });
    expect(findings([{ ...field, type: 'select', options }])).toEqual([
      'customFields[0].options[1000]: must differ from the other options',
    ]);
    expect(reads).toBeLessThan(20_000);
  });

  test('required is an optional boolean (R133)', () => {
    expect(findings([{ ...field, required: true }])).toEqual([]);
    expect(findings([{ ...field, required: 'yes' }])).toEqual([
      'customFields[0].required: must be true or false',
    ]);
  });

  test.each(['plan', '_plan', 'Plan.name-2', 'p', `p${'x'.repeat(63)}`])('%s is a key (A84)', (key) => {
    expect(findings([{ ...field, key }])).toEqual([]);
  });

  test.each(['', '1plan', '1st', '-plan', 'my plan', 'größe', 'a$', `p${'x'.repeat(64)}`])(
    '%j is not a key, and the error says that the rule is ours (A84)',
    (key) => {
      expect(findings([{ ...field, key }])).toEqual([
        'customFields[0].key: must be a letter from a to z or _, then at most 63 letters, digits, _, . or - (our rule, A84: the document has none)',
      ]);
    },
  );

  test.each(['__proto__', 'constructor', 'prototype'])('the key %s is refused (A84)', (key) => {
    expect(findings([{ ...field, key }])).toEqual([
      'customFields[0].key: must not be __proto__, constructor or prototype',
    ]);
  });

  test('of two fields with the same key, the later one is refused (A84)', () => {
    expect(findings([field, { ...field, key: 'Plan' }, { ...field, label: 'Plan again' }])).toEqual([
      'customFields[2].key: must differ from the other keys of the list',
    ]);
  });

  test('a select needs options (R134)', () => {
    const message = 'customFields[0].options: must hold at least one option for a select';
    expect(findings([{ ...field, type: 'select' }])).toEqual([message]);
    expect(findings([{ ...field, type: 'select', options: [] }])).toEqual([message]);
    expect(findings([{ ...field, type: 'select', options: ['Free', 'free'] }])).toEqual([]);
  });

  test('the options of a select are distinct and not empty, and those of other types are ignored (A84)', () => {
    const options = ['free', '', 'pro', 'free'];
    expect(findings([{ ...field, type: 'select', options }])).toEqual([
      'customFields[0].options[1]: must not be empty',
      'customFields[0].options[3]: must differ from the other options',
    ]);
    expect(findings([{ ...field, options }])).toEqual([]);
  });

  test.each([
    { type: 'text', good: 'x', bad: 1 },
    { type: 'number', good: 0, bad: '0' },
    { type: 'boolean', good: false, bad: 'false' },
    { type: 'date', good: '2026-01-31', bad: '2026-02-30' },
    { type: 'select', good: 'pro', bad: 'Pro' },
  ])('a default must fit the type $type (A85)', ({ type, good, bad }) => {
    const definition = { ...field, type, options: ['free', 'pro'] };
    expect(findings([{ ...definition, defaultValue: good }])).toEqual([]);
    expect(findings([{ ...definition, defaultValue: bad }])[0]).toMatch(
      /^customFields\[0\]\.defaultValue: must be /,
    );
  });

  test.each(['required', 'defaultValue', 'options'])('a null %s counts as absent (A120)', (name) => {
    expect(findings([{ ...field, type: 'text', [name]: null }])).toEqual([]);
  });

  test.each(['key', 'label', 'type'])('a null %s is refused', (name) => {
    expect(findings([{ ...field, type: 'text', [name]: null }])[0]).toMatch(
      `customFields[0].${name}: must be`,
    );
  });
});

describe('Values', () => {
  const values = {
    text: { good: ['', 'x'], bad: [1, true, [], {}, null] },
    number: { good: [0, -1.5, 1e21], bad: ['1', true, Number.NaN, Number.POSITIVE_INFINITY, null, []] },
    boolean: { good: [true, false], bad: ['true', 0, 1, null] },
    date: {
      good: ['2026-01-31', '20240229', '2026-01-31T09:30:00Z', '2026-01-31T09:30', '20260131T0930+02'],
      bad: ['2026-02-29', '31.01.2026', '2026-W05', '2026-031', 'tomorrow', '', 0, null],
    },
    select: { good: ['free', 'pro'], bad: ['Free', ' pro', '', ['pro'], 0, null] },
  } as const;
  const requirements = {
    text: 'R146',
    number: 'R147',
    boolean: 'R148',
    date: 'R149',
    select: 'R150',
  } as const;
  const types = Object.keys(values) as (keyof typeof values)[];

  test.each(types.map((type) => [requirements[type], type] as const))(
    'a $1 field accepts matching values and nothing else ($0, A86)',
    (_requirement, type) => {
      const definition = { ...field, type, options: ['free', 'pro'] };
      for (const value of values[type].good) expect(customFieldProblem(definition, value)).toBeUndefined();
      for (const value of values[type].bad)
        expect(customFieldProblem(definition, value)).toMatch(/^must be /);
    },
  );

  test('an error about a select lists the options (A86)', () => {
    const definition = { ...field, type: 'select', options: ['free', 'pro'] } as const;
    expect(customFieldProblem(definition, 'gold')).toBe('must be one of free, pro');
  });
});
