import { render } from 'preact';
import { AppWithToken } from './token-form.tsx';

const root = document.getElementById('app');
if (root) {
  root.textContent = '';
  render(<AppWithToken />, root);
}
