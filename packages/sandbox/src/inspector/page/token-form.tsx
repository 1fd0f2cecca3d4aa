import { useEffect, useMemo, useState } from 'preact/hooks';
import { App } from './app.tsx';
import { call, CallError } from './control-plane.ts';
import { Field, Form, Submit } from './parts/form.tsx';
import { Logo } from './parts/logo.tsx';
import { Problem } from './parts/blocks.tsx';
import { rememberToken, tokenAtStart } from './token.ts';

/** The app, after a form that asks for the control token if the sandbox needs one. */
export function AppWithToken() {
  const [token, setToken] = useState(tokenAtStart);
  const [locked, setLocked] = useState<boolean>();
  const [rejected, setRejected] = useState(false);
  const key = useMemo(() => ({ token, onLocked: () => setLocked(true) }), [token]);

  useEffect(() => {
    // The health check would succeed without a token.
    call({ account: undefined, token }, 'getClock').then(
      () => setLocked(false),
      (error: unknown) => {
        const refused = error instanceof CallError && error.status === 401;
        setLocked(refused);
        setRejected(refused && token !== undefined);
      },
    );
  }, [token]);

  if (locked === undefined) return null;
  if (!locked) return <App {...key} />;
  return (
    <main class="token-form">
      <Form
        class="card column"
        onSubmit={({ token: given }) => {
          if (given === undefined) return;
          rememberToken(given);
          setRejected(given === token);
          setToken(given);
        }}
      >
        <Logo />
        <h1>Control token</h1>
        <p>
          This sandbox was started with <code>--control-token</code>. Enter that token to open the inspector.
        </p>
        <Field label="Token" name="token" type="password" autocomplete="off" autofocus required />
        <Problem text={rejected ? 'Wrong token. Check it and try again.' : undefined} />
        <Submit label="Open" />
      </Form>
    </main>
  );
}
