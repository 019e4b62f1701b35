// What the person prefers on the current shop, in the browser: shown at once, saved in the background, the same in every
// tab. Must not know what any page does with it.
export { PreferenceProvider, usePreference } from './preference-provider.tsx'
