// Dialogs opened by code: created from a component, opened with props, closed with a result.
// Knows no word of the product.

export { type OverlayControls, overlays } from './overlay-list.ts'
export { OverlayHead, Overlays } from './overlays.tsx'
