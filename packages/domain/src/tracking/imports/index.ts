// Touches from files. Must not know how credit is given.
export { importTouches, previewTouches, TouchFileReport } from './import-touches.ts'
