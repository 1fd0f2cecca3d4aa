/** The sandbox's logo, an envelope. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
      <rect width="16" height="16" rx="4" fill="var(--accent-solid)" />
      <path
        d="M3.5 5h9v6.5h-9z M3.5 5.3 8 8.8l4.5-3.5"
        fill="none"
        stroke="#fff"
        stroke-width="1.2"
        stroke-linejoin="round"
      />
    </svg>
  );
}
