import { createEmulator } from 'emulate';

/** Serves Resend's API on a port. */
export const start = (port) => createEmulator({ service: 'resend', port });
