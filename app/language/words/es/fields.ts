import type { Words } from '../../text.ts'

/** What stands beside a field of any form, in Spanish. */
export const fields = {
  'field.optional': 'opcional',
} as const satisfies Words
