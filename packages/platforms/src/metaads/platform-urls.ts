import type { ConnectionSettings } from '../contract.ts'

/** The Graph API version; the operator may set another one when Meta retires it. */
export const apiVersion = 'v26.0'

/** The requested API version. */
export function versionOf({ version }: ConnectionSettings): string {
  return version && /^v\d{1,3}\.\d{1,2}$/.test(version) ? version : apiVersion
}

/** Root of the API with its version, without a trailing slash. */
export function graphRoot(app: ConnectionSettings): string {
  return `${bare(app.graphUrl || 'https://graph.facebook.com')}/${versionOf(app)}`
}

/** The address of the consent dialog. */
export function dialogUrl(app: ConnectionSettings): string {
  return `${bare(app.dialogUrl || 'https://www.facebook.com')}/${versionOf(app)}/dialog/oauth`
}

function bare(url: string): string {
  return url.replace(/\/+$/, '')
}
