/** Parts that can be frozen from the source alone, without a running product. */
export const sourceParts = ['queries', 'identity'] as const
/** Parts that are frozen from the running product. */
export const productParts = ['facts', 'api', 'commands', 'html'] as const

/** All parts, in the order of freezing. */
export const partNames: readonly string[] = [...sourceParts, ...productParts]
