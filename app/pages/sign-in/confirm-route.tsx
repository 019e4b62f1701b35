import { href, redirect } from 'react-router'
import { guarded } from '../../failures.server.ts'
import type { Route } from './+types/confirm-route.ts'
import { confirmLink, toLinkType } from './confirm.server.ts'
import { ConfirmPage } from './confirm-page.tsx'

export const loader = guarded(async ({ url: { searchParams: search } }: Route.LoaderArgs) => {
  const type = toLinkType(search.get('type'))
  const tokenHash = search.get('token_hash')
  if (!type || !tokenHash) throw redirect(`${href('/auth/callback')}?error=failed&error_code=otp_expired`)
  return { type, tokenHash }
})

/** The address is as good as a password. Our own server may know it: without any referrer browsers do not say whose form it is. */
export function headers() {
  return { 'referrer-policy': 'same-origin' }
}

export const action = guarded(async (args: Route.ActionArgs) => confirmLink(args, await args.request.formData()))

export default function ConfirmRoute({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage {...loaderData} />
}
