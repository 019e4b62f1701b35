import type { Words } from '../../text.ts'

/** What stands beside a field of any form, in German. */
export const fields = {
  'field.optional': 'optional',
} as const satisfies Words
