'use client';
import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';

export default function Page() {
  const list = () =>
    new Mailrig({ ...createSandbox().clientOptions(), dangerouslyAllowBrowser: true }).emails.list();
  return <button onClick={list}>List</button>;
}
