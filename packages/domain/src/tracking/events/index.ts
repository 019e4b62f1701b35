// Events as they are stored. Must not know how they arrive.
export { writeEvents } from './write-events.ts'
