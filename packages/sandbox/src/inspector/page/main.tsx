import { render } from 'preact';
import { App } from './app.tsx';
import { model } from './model.ts';

const root = document.getElementById('app');
if (root) {
  root.textContent = '';
  model.start();
  render(<App />, root);
}
