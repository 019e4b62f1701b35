// The log of past figures that moved. Knows the words for its reasons, and nothing of how facts come in.
export { ChangesPage } from './changes-page.tsx'
