// How passwords are kept, checked and judged. All hashing runs off the event loop.
// Must not know accounts: it sees a password and a stored text, never whose they are.
export { createPasswords, type Passwords } from './rules.ts'
