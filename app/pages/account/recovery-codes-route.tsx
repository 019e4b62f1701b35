import { data, href, redirect } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { guarded, toFormFailure } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/recovery-codes-route.ts'
import { factorsOf } from './print-user.server.ts'
import { readUser } from './read-user.server.ts'
import { RecoveryCodesPage } from './recovery-codes-page.tsx'

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
    const { body, status } = toFormFailure(refusal)
    return data({ codes: undefined, failure: { ...body, remedy: null, reasons: [] } }, { status })
  }
})

export default function RecoveryCodesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Recovery codes</PageTitle>
      <RecoveryCodesPage {...loaderData} codes={actionData?.codes} failure={actionData?.failure} />
    </>
  )
}
