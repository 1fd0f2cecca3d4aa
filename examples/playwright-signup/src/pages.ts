import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

export function signupPage(problem?: string): Html {
  return page(
    'Sign up',
    html`<form method="post" action="/signup">
      <label>Email <input name="email" type="email" required /></label>
      <button>Sign up</button>
    </form>`,
    problem,
  );
}

export function codePage(email: string, problem?: string): Html {
  return page(
    'Check your email',
    html`<p>We sent a code to ${email}.</p>
      <form method="post" action="/code">
        <input type="hidden" name="email" value="${email}" />
        <label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required /></label>
        <button>Continue</button>
      </form>`,
    problem,
  );
}

export function insidePage(email: string): Html {
  return page('Welcome', html`<p>You are in, ${email}.</p>`);
}

function page(title: string, content: Html, problem?: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Acme</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              1.1rem/1.5 system-ui,
              sans-serif;
            max-width: 22rem;
            margin: 15vh auto;
            padding: 0 1rem;
          }
          input,
          button {
            display: block;
            box-sizing: border-box;
            width: 100%;
            margin: 0.25rem 0 1rem;
            padding: 0.5rem;
            font: inherit;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`} ${content}
      </body>
    </html>`;
}
