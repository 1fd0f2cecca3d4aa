import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { Diagram } from './diagram.ts';
import './style.css';

export default {
  extends: theme,
  enhanceApp: ({ app }) => void app.component('Diagram', Diagram),
} satisfies Theme;
