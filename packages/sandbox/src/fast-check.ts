/**
 * Checks a template with many props, drawn by fast-check.
 *
 * @packageDocumentation
 */
export {
  checkVariants,
  type RenderedEmail,
  type VariantOptions,
  type VariantReport,
} from './checks/variants.ts';
