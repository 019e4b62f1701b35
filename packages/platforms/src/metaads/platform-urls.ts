import type { ConnectionSettings } from '../contract.ts'

/** Version of the Graph API that is spoken; the operator may set another one when Meta switches it off. */
export const apiVersion = 'v26.0'

/** The version that is asked for. */
export function versionOf({ version }: ConnectionSettings): string {
  return version && /^v\d{1,3}\.\d{1,2}$/.test(version) ? version : apiVersion
}

/** Root of the API with its version, without a trailing slash. */
export function graphRoot(app: ConnectionSettings): string {
  return `${bare(app.graphUrl || 'https://graph.facebook.com')}/${versionOf(app)}`
}

/** Where people are sent to agree. */
export function dialogUrl(app: ConnectionSettings): string {
  return `${bare(app.dialogUrl || 'https://www.facebook.com')}/${versionOf(app)}/dialog/oauth`
}

function bare(url: string): string {
  return url.replace(/\/+$/, '')
}
