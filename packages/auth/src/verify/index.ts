// What codes and links do when they come back. Must not know how they were sent.
export { followLink, verify } from './verify.ts'
