// Dialogs opened by code: created from a component, opened with props, closed with a result.
// Knows no word of the product.
export { OverlayHead } from './overlay-head.tsx'
export { type OverlayControls, overlays } from './overlay-list.ts'
export { Overlays } from './overlays.tsx'
