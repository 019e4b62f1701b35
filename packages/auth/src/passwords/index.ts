// Password storage, verification and strength. All hashing runs off the event loop. Must not know accounts: it sees a
// password and a stored hash, never whose they are.
export { createPasswords, type Passwords } from './rules.ts'
