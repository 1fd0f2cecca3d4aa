import { useEffect, useMemo, useState } from 'preact/hooks';
import { App } from './app.tsx';
import { call, CallError } from './call.ts';
import { Logo } from './parts/logo.tsx';
import { rememberToken, tokenAtStart } from './token.ts';

/** Asks for the token of the control plane where it needs one, and then shows the sandbox. */
export function Gate() {
  const [token, setToken] = useState(tokenAtStart);
  const [locked, setLocked] = useState<boolean>();
  const [rejected, setRejected] = useState(false);
  const key = useMemo(() => ({ token, onLocked: () => setLocked(true) }), [token]);

  useEffect(() => {
    call({ account: undefined, token }, '/health').then(
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
    <main class="gate">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          const given = String(new FormData(event.currentTarget).get('token') ?? '').trim();
          if (given === '') return;
          rememberToken(given);
          setRejected(given === token);
          setToken(given);
        }}
      >
        <Logo />
        <h1>Control token</h1>
        <p>
          This sandbox was started with <code>--control-token</code>. Give the token to look into it.
        </p>
        <label class="field">
          <span>Token</span>
          <input name="token" type="password" autocomplete="off" autofocus required />
        </label>
        {rejected && (
          <p class="problem" role="alert">
            The sandbox does not accept this token.
          </p>
        )}
        <button class="primary" type="submit">
          Open
        </button>
      </form>
    </main>
  );
}
