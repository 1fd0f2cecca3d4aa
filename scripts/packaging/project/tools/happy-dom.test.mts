// @vitest-environment happy-dom
import './page.mts';
