import { model } from './model.ts';
import { Field } from './parts/field.tsx';
import { Form, Submit } from './parts/form.tsx';
import { Logo } from './parts/logo.tsx';
import { Problem } from './parts/states.tsx';

/** The form that asks for the token of the control plane. */
export function TokenForm() {
  const { isRejected, unlock } = model;
  return (
    <main class="token-form">
      <Form
        class="card"
        onSubmit={({ token }) => {
          if (token !== undefined) unlock(token);
        }}
      >
        <Logo />
        <h1>Control token</h1>
        <p>
          This sandbox was started with <code>--control-token</code>. Enter that token to open the inspector.
        </p>
        <Field label="Token" name="token" type="password" autocomplete="off" autofocus required />
        <Problem text={isRejected ? 'Wrong token. Check it and try again.' : undefined} />
        <Submit label="Open" />
      </Form>
    </main>
  );
}
