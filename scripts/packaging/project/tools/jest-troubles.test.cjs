/** @jest-environment jsdom */

// The messages that the guide on troubleshooting explains. Nothing here imports the matchers.
test('jsdom lacks globals that Node has', () => {
  expect(() => require('@mailrig/sandbox/jest')).toThrow('TextEncoder is not defined');
});

test('the entry for Vitest is an ES module', () => {
  expect(() => require('@mailrig/sandbox/vitest')).toThrow('Must use import to load ES Module');
});

test('the matchers come with their entry', () => {
  expect(() => expect({}).toHaveSentEmail()).toThrow('expect(...).toHaveSentEmail is not a function');
});
