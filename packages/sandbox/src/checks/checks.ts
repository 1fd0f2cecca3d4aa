/** An `error` breaks what recipients see, a `warning` should be fixed in most mail, `advice` is optional. */
export type Severity = 'error' | 'warning' | 'advice';

/** One check of a message. */
export interface Check {
  readonly severity: Severity;
  /** A few words for a heading. */
  readonly title: string;
  /** Why it matters to recipients. */
  readonly reason: string;
  /** What to do, as the second sentence of each finding. */
  readonly advice: string;
}

/** Every check, by its name. */
export const checks = {
  'unresolved-variable': {
    severity: 'error',
    title: 'Unresolved variables',
    reason: 'The recipient reads the placeholder, or the link leads nowhere.',
    advice: 'Pass a value for it when you send.',
  },
  'field-ignored': {
    severity: 'warning',
    title: 'Ignored fields',
    reason: 'The service accepted the email, and what you wrote there reached nobody.',
    advice: 'Use a field that the service has, such as replyTo, or leave it out.',
  },
  'subject-empty': {
    severity: 'error',
    title: 'No subject',
    reason: 'Clients show "(no subject)", and filters treat such mail as spam.',
    advice: 'Write one.',
  },
  'subject-long': {
    severity: 'advice',
    title: 'Long subject',
    reason: 'Phones show about 40 characters of a subject, and desktop clients about 60.',
    advice: 'Put what matters into the first 40.',
  },
  'text-missing': {
    severity: 'warning',
    title: 'No plain text',
    reason: 'Watches, screen readers and some filters read the text part; mail without one looks like spam.',
    advice: 'Send text along with html.',
  },
  'size-clipped': {
    severity: 'error',
    title: 'Clipped by Gmail',
    reason:
      'Gmail cuts HTML after 102 kB (104,448 bytes) and hides the rest behind a link, often with the unsubscribe link.',
    advice: 'Shorten the HTML: remove comments, repeated styles and white space.',
  },
  'size-near-clipping': {
    severity: 'warning',
    title: 'Nearly clipped by Gmail',
    reason:
      'Gmail cuts HTML after 102 kB (104,448 bytes); longer values of variables or tracked links may take it there.',
    advice: 'Shorten the HTML: remove comments, repeated styles and white space.',
  },
  'link-empty': {
    severity: 'error',
    title: 'Links that lead nowhere',
    reason: 'A click does nothing, and the recipient thinks that your app is broken.',
    advice: 'Give the link an address, or remove it.',
  },
  'link-invalid': {
    severity: 'error',
    title: 'Invalid links',
    reason: 'Clients refuse to open it, or open something else.',
    advice: 'Write a complete address, such as https://example.com/path.',
  },
  'link-relative': {
    severity: 'error',
    title: 'Relative addresses',
    reason: 'An email has no address that a relative one could start from.',
    advice: 'Write the complete address, with https:// and the host.',
  },
  'link-insecure': {
    severity: 'warning',
    title: 'Addresses without TLS',
    reason: 'Clients and browsers warn about http:, and Gmail and Apple Mail may not load such images.',
    advice: 'Use https:.',
  },
  'link-nameless': {
    severity: 'warning',
    title: 'Links without text',
    reason: 'A screen reader has nothing to read out, and with images off there is nothing to click.',
    advice: 'Put text into the link, or an alt text on its image.',
  },
  'link-vague': {
    severity: 'advice',
    title: 'Vague link texts',
    reason: 'Screen readers list the links of a message without the text around them.',
    advice: 'Say where it leads, for example "Reset your password".',
  },
  'image-source': {
    severity: 'error',
    title: 'Images that cannot load',
    reason: 'The recipient sees a broken image.',
    advice: 'Give it a complete https: address, or cid: with the content id of an inline attachment.',
  },
  'image-alt': {
    severity: 'warning',
    title: 'Images without alt text',
    reason: 'Many clients load images only on request, and screen readers read the file name instead.',
    advice: 'Describe it in alt, or write alt="" if it is only decoration.',
  },
  'language-missing': {
    severity: 'warning',
    title: 'No language',
    reason: 'A screen reader needs the language to pronounce the text, and clients to offer a translation.',
    advice: 'Add lang to <html>, or to the outermost element: <html lang="en">.',
  },
  'table-role': {
    severity: 'warning',
    title: 'Layout tables without a role',
    reason:
      'A screen reader announces rows and columns, even those of a table that is only there for the layout.',
    advice: 'Add role="presentation" to tables for layout, and <th> to tables of data.',
  },
  'heading-order': {
    severity: 'advice',
    title: 'Skipped heading levels',
    reason:
      'People who use a screen reader move from heading to heading, and miss the level that is not there.',
    advice: 'Use the next level, and CSS for the size.',
  },
  'text-tiny': {
    severity: 'warning',
    title: 'Tiny text',
    reason: 'Text below 10 px is hard to read on a phone, and filters suspect hidden text.',
    advice: 'Use at least 12 px.',
  },
  'script-removed': {
    severity: 'error',
    title: 'Scripts',
    reason:
      'Every client removes scripts, and filters reject mail with one: often it is a value that was not escaped.',
    advice: 'Remove it, or escape the value.',
  },
  'unsubscribe-missing': {
    severity: 'warning',
    title: 'No header for unsubscribing',
    reason: 'Gmail and Yahoo require List-Unsubscribe from bulk senders, and show a button for it.',
    advice:
      'Send the headers List-Unsubscribe: <https://…> and List-Unsubscribe-Post: List-Unsubscribe=One-Click.',
  },
  'unsubscribe-one-click': {
    severity: 'warning',
    title: 'No unsubscribing with one click',
    reason: 'Gmail and Yahoo require unsubscribing with one click (RFC 8058) from bulk senders.',
    advice:
      'Send List-Unsubscribe with an https: address, and List-Unsubscribe-Post: List-Unsubscribe=One-Click.',
  },
  'unsubscribe-invalid': {
    severity: 'error',
    title: 'Invalid header for unsubscribing',
    reason: 'Clients ignore a header that they cannot read, and recipients report the mail as spam instead.',
    advice:
      'Write it as List-Unsubscribe: <https://example.com/unsubscribe?id=1>, <mailto:leave@example.com>.',
  },
  'client-support': {
    severity: 'advice',
    title: 'Not supported by every client',
    reason: 'A client that lacks a feature ignores it: the layout or the look differs there.',
    advice: 'Check that the message still works without it.',
  },
  'client-partial': {
    severity: 'advice',
    title: 'Partly supported',
    reason: 'Some clients have the feature with limits, for example only for certain elements or values.',
    advice: 'Open its page to see the limits.',
  },
} satisfies Readonly<Record<string, Check>>;

/** Name of a check. */
export type CheckName = keyof typeof checks;
