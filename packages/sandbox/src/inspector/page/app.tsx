import { useEffect, useRef } from 'preact/hooks';
import { Header, Menu } from './frame.tsx';
import { model } from './model.ts';
import { Problem } from './parts/states.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Strip } from './strip.tsx';
import { views } from './views.ts';
import { Field } from './parts/field.tsx';
import { Form, Submit } from './parts/form.tsx';
import { Logo } from './parts/logo.tsx';

/** The frame with the view of the route, or the form for the token that the sandbox asks for. */
export function App() {
  const { status, problem, notices } = model;
  const { view: name, item, params } = model.route;
  const view = views.find((one) => one.name === name) ?? views[0];
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    main.current?.scrollTo(0, 0);
    window.scrollTo(0, 0);
  }, [view]);
  if (status === 'locked') return <TokenForm />;
  return (
    <>
      <div class="page">
        <a
          class="skip hidden over"
          href="#main"
          onClick={(event) => (event.preventDefault(), main.current?.focus())}
        >
          Skip to content
        </a>
        <Header view={view} />
        <Strip />
        <Menu view={view} />
        <main ref={main} id="main" tabIndex={-1} class={view?.isSplit ? '' : 'flow'}>
          <Problem text={problem} />
          {/* Read after the stream is open, nothing is missed, and no list is read twice. */}
          {view && status !== 'connecting' && (
            <view.View key={`${view.name} ${params['account']}`} item={item} />
          )}
        </main>
      </div>
      <Shortcuts />
      <div class="notices stack" role="status" aria-live="polite">
        {notices.map(({ id, text, kind }) => (
          <p key={id} class={`notice ${kind === 'done' ? kind : 'problem'}`}>
            {text}
          </p>
        ))}
      </div>
    </>
  );
}

/** The form that asks for the token of the control plane. */
function TokenForm() {
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
