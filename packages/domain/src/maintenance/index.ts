// Work on an installation as a whole. Must not know how it was started or who asked.
export { handleLeftBehindJobs } from './finish-left-behind.ts'
export { healAfterRestore } from './heal-after-restore.ts'
