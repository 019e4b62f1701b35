// The browser's side of being signed in: the official client, loaded after the page, and what its events lead to.
// Must not know pages or forms; who somebody is, the server decides for every request.
export { KeepSession } from './keep-session.tsx'
export { hasSessionCookie } from './session-cookie.ts'
