import { test } from '@mailrig/sandbox/vitest';
import { Test } from '@nestjs/testing';
import { Mailrig } from 'mailrig';
import { SignUpModule, SignUpService } from '../src/nest.ts';

test('a new user gets a code', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const app = await Test.createTestingModule({ imports: [SignUpModule] })
    .overrideProvider(Mailrig)
    .useValue(mail)
    .compile();

  await app.get(SignUpService).signUp('grace@example.org');

  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Confirm your address' });
});
