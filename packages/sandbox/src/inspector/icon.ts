/** The mark of the product, an envelope: the icon of the inspector and of the site. SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#3b5bdb"/><path d="M3.5 5h9v6.5h-9z M3.5 5.3 8 8.8l4.5-3.5" fill="none" stroke="#fff" stroke-width="1.2" stroke-linejoin="round"/></svg>`;
