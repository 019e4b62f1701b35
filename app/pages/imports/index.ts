// Order files in the browser: choosing one, seeing what it would bring, importing it and taking it back. Knows no platform.
export { ImportPage } from './import-page.tsx'
export { ImportsPage } from './imports-page.tsx'
