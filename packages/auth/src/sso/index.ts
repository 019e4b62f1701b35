// Signing in with a company's own identity provider through SAML 2.0, and configuring such providers. Must not know other
// ways to sign in; each provider's accounts form a pool of their own.
import type { RouteTable } from '../wire.ts'
import { consumeAssertion } from './acs.ts'
import { createProvider, deleteProvider, listProviders, readProvider, updateProvider } from './admin.ts'
import { metadata, startSso } from './start.ts'

/** Endpoints of SSO. */
export const ssoRoutes = {
  'POST /sso': startSso,
  'GET /sso/saml/metadata': metadata,
  'POST /sso/saml/acs': consumeAssertion,
  'GET /admin/sso/providers': listProviders,
  'POST /admin/sso/providers': createProvider,
  'GET /admin/sso/providers/{id}': readProvider,
  'PUT /admin/sso/providers/{id}': updateProvider,
  'DELETE /admin/sso/providers/{id}': deleteProvider,
} satisfies RouteTable

export { readSessionTraits } from './person.ts'
export { parseSamlKey } from './start.ts'
