// The design system: how things look and behave, in both themes, by keyboard and touch.
// Knows no word of the product: no shop, no metric, no route.
export { Badge } from './badge.tsx'
export { Button, buttonClass } from './button.tsx'
export { Card, CardHeader } from './card.tsx'
export { EmptyState } from './empty-state.tsx'
export { SelectField, TextField } from './field.tsx'
export { InfoButton } from './info-button.tsx'
export { Meter } from './meter.tsx'
export { Notice } from './notice.tsx'
export { Scroller } from './scroller.tsx'
export { SidePanel } from './side-panel.tsx'
export { Skeleton } from './skeleton.tsx'
export { showToast } from './toast-list.ts'
