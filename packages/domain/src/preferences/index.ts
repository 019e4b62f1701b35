// What a person prefers on one shop: the summary's arrangement, language, theme, currency and decimals. Only what was
// chosen is stored; reading completes it. Must not know how pages draw any of it.

export {
  changePreference,
  type Display,
  type Displays,
  defaultDisplays,
  defaultPreference,
  getPreference,
  readDisplays,
} from './preferences.ts'
