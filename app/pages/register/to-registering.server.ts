import { href, type RouterContextProvider, redirect } from 'react-router'
import { rememberPath } from '../../guards/leave.server.ts'
import { identityContext } from '../../request.server.ts'

interface Asking {
  readonly context: Readonly<RouterContextProvider>
  /** The page's URL, without the router's own parameters. */
  readonly url: URL
}

/** The first step is an account: visitors create one and return; people without their second factor verify it first. */
export async function toRegistering({ context, url }: Asking): Promise<void> {
  const person = await context.get(identityContext).person()
  if (person?.isComplete) return
  const headers = { 'Set-Cookie': rememberPath(`${url.pathname}${url.search}`) }
  throw redirect(href(person ? '/auth/mfa' : '/auth/register'), { headers })
}
