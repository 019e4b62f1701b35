// What is done in the background for a shop, across subjects: none of them depends on this one.
export { listWork, WorkView } from './list-work.ts'
