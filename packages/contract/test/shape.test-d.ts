import { expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import type { CreateContactBody, OperationInput, OperationPayload } from '../src/index.ts';
import type { Shape } from '../src/types/shape.ts';

interface Pet {
  readonly name: string;
  readonly age?: number;
  readonly owner?: string | undefined;
}

declare function describePet(fields: Shape<Pet>): void;

const name = z.string();
const age = z.exactOptional(z.number());
const owner = z.optional(z.string());

test('Shape accepts a schema with every field of the interface', () => {
  expectTypeOf(describePet).toBeCallableWith({ name, age, owner });
});

test('Shape refuses a missing field', () => {
  // @ts-expect-error age is missing
  expectTypeOf(describePet).toBeCallableWith({ name, owner });
});

test('Shape refuses an extra field', () => {
  // @ts-expect-error a pet has no colour
  const fields = { name, age, owner, colour: z.string() } satisfies Shape<Pet>;
  expectTypeOf(fields).toHaveProperty('colour');
});

test('Shape refuses a field that is optional in the schema only', () => {
  // @ts-expect-error a pet has a name
  expectTypeOf(describePet).toBeCallableWith({ name: z.optional(z.string()), age, owner });
});

test('Shape refuses a field that is optional in the interface only', () => {
  // @ts-expect-error not every pet has an age
  expectTypeOf(describePet).toBeCallableWith({ name, age: z.number(), owner });
  // @ts-expect-error not every pet has an owner
  expectTypeOf(describePet).toBeCallableWith({ name, age, owner: z.string() });
});

test('Shape refuses undefined for an optional field', () => {
  // @ts-expect-error an age is never undefined
  expectTypeOf(describePet).toBeCallableWith({ name, age: z.optional(z.number()), owner });
});

test('Shape refuses a field of another type', () => {
  // @ts-expect-error a name is a string
  expectTypeOf(describePet).toBeCallableWith({ name: z.number(), age, owner });
});

test('the table types the input of an operation', () => {
  type Params = OperationInput<'getContact'>['params'];
  expectTypeOf<Params>().toEqualTypeOf<Readonly<Record<'listId' | 'id', string>>>();
  expectTypeOf<OperationInput<'getContact'>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf<OperationInput<'createContact'>['body']>().toExtend<CreateContactBody>();
  expectTypeOf<OperationInput<'listContacts'>['query']>().toExtend<{ page?: number | undefined }>();
});

test('the table types the response of an operation', () => {
  expectTypeOf<OperationPayload<'suppressContact'>>().toEqualTypeOf<undefined>();
  expectTypeOf<OperationPayload<'listContactLists'>[number]['name']>().toEqualTypeOf<string>();
});
