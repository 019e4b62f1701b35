import { type JsonObject, mergePatch } from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'

/** The default preference; the schema, which has the same defaults, is too large for a page. */
const defaults = {
  summary: { stats: { pins: [] }, layout: { grid: 4, fluid: false }, channelOrder: [] },
  language: 'en',
  theme: 'system',
  currency: 'USD',
  decimal: 2,
  numbers: 'auto',
} as const satisfies JsonObject

/** A patched preference, with defaults for the keys that the patch removed. */
export function complete(value: JsonObject): Preference {
  // As valid as the patches: pages build them for this type, and values from the server are validated.
  return mergePatch(defaults, value) as Preference
}

/** The preference of somebody who has chosen nothing. */
export const defaultPreference: Preference = complete({})

/** Log messages, as the specification words them; not shown to people. */
export const preferenceFailures = {
  read: 'Failed to fetch shop user preference',
  write: 'Failed to update shop user preference',
} as const
