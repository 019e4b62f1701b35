import { Form, href, redirect, useNavigation } from 'react-router'
import { guarded } from '../../request.server.ts'
import { Button } from '../../ui/index.ts'
import type { Route } from './+types/confirm-route.ts'
import { AuthCard, TextLink } from './auth-form.tsx'
import { confirmLink, toLinkType } from './mail-links.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ url: { searchParams: search } }: Route.LoaderArgs) => {
  const type = toLinkType(search.get('type'))
  const tokenHash = search.get('token_hash')
  if (!type || !tokenHash) throw redirect(`${href('/auth/callback')}?error=failed&error_code=otp_expired`)
  return { type, tokenHash }
})

/**
 * The URL is as sensitive as a password. `same-origin`, not `no-referrer`: without any referrer browsers would omit the
 * form's origin.
 */
export function headers() {
  return { 'referrer-policy': 'same-origin' }
}

export const action = guarded(async (args: Route.ActionArgs) => confirmLink(args, await args.request.formData()))

export default function ConfirmRoute({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage {...loaderData} />
}

/** Kinds of emailed links. */
type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'email'

/** An emailed link needs one button press: mail scanners open links, but press no buttons. */
function ConfirmPage({ type, tokenHash }: { readonly type: LinkType; readonly tokenHash: string }) {
  const isBusy = useNavigation().state !== 'idle'
  const t = useWords()
  return (
    <AuthCard
      foot={<TextLink to={href('/auth/login')}>{t('confirm.notYou')}</TextLink>}
      intro={t('confirm.intro')}
      title={t(`confirm.${type}`)}
    >
      <Form className="grid" method="post">
        <input name="type" type="hidden" value={type} />
        <input name="token_hash" type="hidden" value={tokenHash} />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {t(`confirm.${type}.submit`)}
        </Button>
      </Form>
    </AuthCard>
  )
}
