import { useEffect, useMemo, useState } from 'preact/hooks';
import { App } from './app.tsx';
import { call, CallError } from './control-plane.ts';
import { Field, Form, Submit } from './parts/form.tsx';
import { Logo, Problem } from './parts/blocks.tsx';

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

const storageKey = 'mailrig-control-token';

/**
 * The token of the control plane, from `#token=…` in the URL or from earlier in this tab. Removes the
 * token from the URL at once.
 */
export function tokenAtStart(): string | undefined {
  const [, given] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (given !== undefined) {
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    rememberToken(decodeURIComponent(given));
  }
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Stores the token until the tab closes. */
export function rememberToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
}
