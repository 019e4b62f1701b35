/** What can be frozen without any product: the source is enough. */
export const sourceParts = ['queries', 'identity'] as const
/** What is frozen of the running product. */
export const productParts = ['facts', 'api', 'commands', 'html'] as const

/** Everything that can be frozen, in the order in which it is. */
export const partNames: readonly string[] = [...sourceParts, ...productParts]
