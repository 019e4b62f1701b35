// Work on an installation as a whole. Must not know how it was started or who asked.
export { healAfterRestore } from './heal-after-restore.ts'
