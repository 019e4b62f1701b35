import { data, Form, href, Link, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { formText, guarded, identityContext, servicesContext } from '../../request.server.ts'
import { Button, buttonClass, Card } from '../../ui/index.ts'
import type { Route } from './+types/recovery-codes-route.ts'
import type { AccountFailure } from './model.ts'
import { FailureNotice, PageHead, useBusy } from './parts.tsx'
import { RecoveryCodes } from './second-factor-pages.tsx'
import { factorsOf, readUser } from './user.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const [user, { left }] = await Promise.all([
    readUser(context.get(identityContext).auth),
    context.get(servicesContext).run('recovery_code.count'),
  ])
  return { left, hasFactor: factorsOf(user, 'UTC').length > 0 }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  if (formText(form, 'intent') === 'stored') return redirect(`${href('/account/security')}?done=codes-stored`)
  try {
    const { codes } = await context.get(servicesContext).run('recovery_code.create')
    return data({ codes, failure: undefined }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language: await pageLanguage(context) })
    return data({ codes: undefined, failure: { ...body, remedy: null, reasons: [] } }, { status })
  }
})

export default function RecoveryCodesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('home.codes')}</PageTitle>
      <RecoveryCodesPage {...loaderData} codes={actionData?.codes} failure={actionData?.failure} />
    </>
  )
}

interface RecoveryCodesPageProps {
  readonly left: number
  /** Without a second factor recovery codes have no use. */
  readonly hasFactor: boolean
  /** New codes, shown only once. */
  readonly codes: readonly string[] | undefined
  readonly failure: AccountFailure | undefined
}

/** Recovery codes, for when the second factor is lost. */
function RecoveryCodesPage({ left, hasFactor, codes, failure }: RecoveryCodesPageProps) {
  const t = useWords()
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: t('frame.security') }} title={t('home.codes')}>
        {t('codes.about')}
      </PageHead>
      <FailureNotice failure={failure} />
      <Card className="p-5 sm:p-6">
        {codes ? <RecoveryCodes codes={codes} /> : <Create hasFactor={hasFactor} left={left} />}
      </Card>
    </>
  )
}

function Create({ left, hasFactor }: { readonly left: number; readonly hasFactor: boolean }) {
  const t = useWords()
  const isBusy = useBusy('create')
  if (!hasFactor) {
    return (
      <>
        <p className="text-soft">{t('codes.notNeeded')}</p>
        <Link className={`${buttonClass('primary')} mt-4`} to={href('/account/security/authenticator')}>
          {t('security.addApp')}
        </Link>
      </>
    )
  }
  return (
    <Form method="post">
      <p className="text-soft">{left === 0 ? t('codes.none') : t('codes.left', { count: left })}</p>
      <Button className="mt-4" isBusy={isBusy} kind="primary" name="intent" value="create">
        {t(left === 0 ? 'step.createCodes' : 'codes.replace')}
      </Button>
    </Form>
  )
}
