// The design system: look and behaviour of components, in both themes, by keyboard and touch. Knows nothing of the product:
// no shop, metric or route. Every page loads `basic/`, public ones included.

export { useAlive, useCopy, useSelfClosing } from './basic/hooks.ts'
export { Button, buttonClass, Card, CardHeader, Notice, SelectField, TextField } from './basic/parts.tsx'
export { showToast } from './basic/toast-list.ts'
export { DataTable } from './data-table.tsx'
export { InfoButton } from './info-button.tsx'
export { RunsScripts, useLateContent } from './late-content.ts'
export { DetailsMenu, MenuChoice } from './menu.tsx'
export { orMissing } from './missing-piece.tsx'
export { Badge, CopyText, EmptyState, Meter, PlatformIcon, Scroller, Skeleton } from './parts.tsx'
export { ProductPicture } from './product-picture.tsx'
export { areQuickKeysOn, isQuickKey, setQuickKeys } from './quick-keys.ts'
export { SidePanel } from './side-panel.tsx'
export { SortLink, SortMenu } from './sort-menu.tsx'
