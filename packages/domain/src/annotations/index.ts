// Notes on shop days: a person's own and those that everybody of the shop sees. Knows nothing of figures or charts.

export type { Annotation } from './annotations.ts'
export { addAnnotation, listAnnotations, removeAnnotation } from './annotations.ts'
