import { href, type RouterContextProvider, redirect } from 'react-router'
import { rememberPath } from '../../guards/leave.server.ts'
import { identityContext } from '../../request.server.ts'

interface Asking {
  readonly context: Readonly<RouterContextProvider>
  /** Of the page, without what the router adds for itself. */
  readonly url: URL
}

/** The first step is an account: visitors make one and come back; half signed-in people finish that first. */
export async function toRegistering({ context, url }: Asking): Promise<void> {
  const person = await context.get(identityContext).person()
  if (person?.isComplete) return
  const headers = { 'Set-Cookie': rememberPath(`${url.pathname}${url.search}`) }
  throw redirect(href(person ? '/auth/mfa' : '/auth/register'), { headers })
}
