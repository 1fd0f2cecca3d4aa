'use client';

import { type ReactElement, useActionState } from 'react';
import { signUp } from './actions.ts';

export default function SignUp(): ReactElement {
  const [message, send, isPending] = useActionState(signUp, '');
  return (
    <form action={send}>
      <label>
        Email <input name="email" type="email" required />
      </label>
      <button disabled={isPending}>Sign up</button>
      <p role="status">{message}</p>
    </form>
  );
}
