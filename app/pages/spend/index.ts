// What is spent on channels without a connector: entering it, importing it from files, taking it back. Knows no platform.
export { SpendPage } from './spend-page.tsx'
