import type { Words } from '../../text.ts'

/** What stands beside a field of any form, in Arabic. */
export const fields = {
  'field.optional': 'اختياري',
} as const satisfies Words
