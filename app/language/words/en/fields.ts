/** What stands beside a field of any form. */
export const fields = {
  'field.optional': 'optional',
} as const
