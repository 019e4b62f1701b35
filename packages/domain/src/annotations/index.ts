// Notes on shop days: a person's own and those that everybody of the shop sees. Knows nothing of figures or charts.
export { addAnnotation } from './add-annotation.ts'
export type { Annotation } from './annotation.ts'
export { listAnnotations } from './list-annotations.ts'
export { removeAnnotation } from './remove-annotation.ts'
