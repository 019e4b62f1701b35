import { type JsonObject, mergePatch } from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'

/** The specification's defaults; the schema that has them too is too heavy for a page. */
const defaults = {
  summary: { stats: { pins: [] }, layout: { grid: 4, fluid: false }, channelOrder: [] },
  language: 'en',
  theme: 'system',
  currency: 'USD',
  decimal: 2,
  numbers: 'en-US',
} as const satisfies JsonObject

/** What a patch has made of a preference, with the defaults in place of what it has removed. */
export function complete(value: JsonObject): Preference {
  // Holds as far as patches do: they are made by pages for this very type, and what the server has read it has checked.
  return mergePatch(defaults, value) as Preference
}

/** What somebody prefers who has chosen nothing. */
export const defaultPreference: Preference = complete({})

/** The specification's words for the log; nobody else sees them. */
export const preferenceFailures = {
  read: 'Failed to fetch shop user preference',
  write: 'Failed to update shop user preference',
} as const
