import { data, href, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { RegisterSteps, StepCard } from '../../blocks/register-steps/register-steps.tsx'
import { useRegisterWords } from '../../blocks/register-steps/words.ts'
import { listCurrencies, listZones } from '../../blocks/shop/choices.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { CreateShopForm } from './create-shop-form.tsx'
import { toRegistering } from './to-registering.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  await toRegistering(args)
  const services = args.context.get(servicesContext)
  return {
    platforms: services.storePlatforms(),
    zones: listZones(),
    currencies: listCurrencies(await pageLanguage(args.context)),
  }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const values = {
    domain: formText(form, 'domain'),
    name: formText(form, 'name'),
    platform: formText(form, 'platform'),
    zone: formText(form, 'zone'),
    currency: formText(form, 'currency'),
  }
  try {
    const services = context.get(servicesContext)
    const { id } = await services.run('shop.create_own', { ...values, name: values.name || undefined })
    const shop = (await services.shop(id))?.shop
    return redirect(`${href('/register/connect')}?${new URLSearchParams({ shop: shop?.domain ?? id })}`)
  } catch (refusal) {
    const failure = wordRefusal(refusal, { language: await pageLanguage(context) })
    return data({ failure: failure.body, values }, { status: failure.status })
  }
})

export default function RegisterShopRoute({ loaderData, actionData }: Route.ComponentProps) {
  const t = useRegisterWords()
  return (
    <>
      <RegisterSteps current="shop" />
      <StepCard intro={t('shop.intro')} title={t('shop.title')}>
        <CreateShopForm {...loaderData} failure={actionData?.failure} values={actionData?.values ?? {}} />
      </StepCard>
    </>
  )
}
