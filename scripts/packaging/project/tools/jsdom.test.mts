// @vitest-environment jsdom
import './page.mts';
