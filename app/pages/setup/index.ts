// The way from a shop to its figures: every platform there is and what it brings, and what is left to set up.
// Knows no connect form and no figure.
export { CataloguePage } from './catalogue-page.tsx'
export { ChecklistPage } from './checklist-page.tsx'
