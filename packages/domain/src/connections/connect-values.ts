import { AppError } from '@tillsight/core'
import type { ConnectionSettings, Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'

const valueLimit = 2000

/** Values that a person typed, by field key. */
export const ConnectValues = z.record(z.string().max(100), z.string().max(valueLimit))

/** Trims typed values and drops unknown ones. Throws `invalid_input` when a required one among `keys` is missing. */
export function tidyValues(
  { connect, label }: Connector,
  typed: ConnectionSettings,
  keys: 'all' | 'before_redirect' = 'all',
): ConnectionSettings {
  const values: Record<string, string> = {}
  for (const field of connect.fields) {
    const value = (typed[field.key] ?? '').trim()
    if (value !== '') values[field.key] = value
    // A redirect brings the secrets; everything else must be known before it.
    else if (field.required && !(keys === 'before_redirect' && field.secret)) {
      throw new AppError('invalid_input', `“${field.label}” is missing. ${label} cannot be connected without it.`, {
        details: { field: field.key },
      })
    }
  }
  return values
}
