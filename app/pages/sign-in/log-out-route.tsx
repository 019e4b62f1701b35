import { Form, href, redirect, useNavigation } from 'react-router'
import { guarded, identityContext } from '../../request.server.ts'
import { Button } from '../../ui/index.ts'
import type { Route } from './+types/log-out-route.ts'
import { AuthCard, TextLink } from './auth-form.tsx'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const person = await context.get(identityContext).person()
  if (!person) throw redirect(href('/auth/login'))
  return { email: person.email || person.phone }
})

/** Signs out on this device only; the account page ends other sessions. */
export const action = guarded(async ({ context }: Route.ActionArgs) => {
  await context.get(identityContext).auth.signOut({ scope: 'local' })
  return redirect(href('/auth/login'))
})

export default function LogoutRoute({ loaderData }: Route.ComponentProps) {
  return <LogOutPage {...loaderData} />
}

/** Asks before signing out: browsers may prefetch links, but not press buttons. */
function LogOutPage({ email }: { readonly email: string }) {
  const t = useWords()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <AuthCard foot={<TextLink to="/">{t('out.stay')}</TextLink>} intro={t('out.as', { email })} title={t('out.title')}>
      <Form className="grid" method="post">
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {t('out.here')}
        </Button>
      </Form>
    </AuthCard>
  )
}
