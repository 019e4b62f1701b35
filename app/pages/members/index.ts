// The people of an organisation and the invitations to it. Knows no shop and nothing of accounts.
export { MembersClosed } from './members-closed.tsx'
export { MembersPage } from './members-page.tsx'
