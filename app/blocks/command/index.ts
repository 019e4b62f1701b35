// Everything by keyboard: the command menu, the keys that work on every page, and the sheet that explains them.
// Knows the pages and the words, not what a page shows.
export { useCommand } from './use-command.ts'
