// What a person prefers on one shop: the summary's arrangement, language, theme, currency and decimals. Only what was
// chosen is stored; reading completes it. Must not know how pages draw any of it.

export { changePreference } from './change-preference.ts'
export { getPreference } from './get-preference.ts'
export { type Display, type Displays, defaultDisplays, readDisplays } from './read-displays.ts'
export { defaultPreference } from './stored-preference.ts'
