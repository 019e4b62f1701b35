export { Challenge, fitting, Metadata, readBody, readText, requireSmall, Security } from './body.ts'
export { type Call, type Endpoint, type Peer, type RouteTable, toCall } from './call.ts'
export {
  type Channel,
  type CodeChallenge,
  isUuid,
  parseChallenge,
  parseChannel,
  parseEmail,
  parsePhone,
} from './fields.ts'
export { allowedRedirect, type Parameters, redirect, resolveRedirect, withFragment, withQuery } from './redirects.ts'
