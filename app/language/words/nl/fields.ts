import type { Words } from '../../text.ts'

/** What stands beside a field of any form, in Dutch. */
export const fields = {
  'field.optional': 'optioneel',
} as const satisfies Words
