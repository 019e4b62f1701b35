import type { Words } from '../../text.ts'

/** What stands beside a field of any form, in French. */
export const fields = {
  'field.optional': 'facultatif',
} as const satisfies Words
