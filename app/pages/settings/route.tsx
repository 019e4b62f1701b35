import { data, href, redirect } from 'react-router'
import { listCurrencies, listZones } from '../../blocks/shop/choices.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { themeCookie, toTheme } from '../../frame/basic/theme.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { changeSettings, toSettingsFailure } from './change-settings.server.ts'
import { loadSettings } from './load-settings.server.ts'
import { SettingsPage } from './settings-page.tsx'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { language } = services.shop.display
  const now = args.context.get(servicesContext).now()
  const model = await loadSettings(services, now, { zones: listZones(), currencies: listCurrencies(language) })
  return { model, words: pageWords.words(language), saved: args.url.searchParams.get('saved') }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  try {
    const { theme } = await services.run('preference.get')
    const saved = await changeSettings(services, form)
    const { domain } = services.shop
    const chosen = saved === 'preferences' ? toTheme(form.get('theme')) : undefined
    // The theme is also in a cookie, whose older value would override “as the device says”.
    const headers = chosen === undefined || chosen === theme ? {} : { 'Set-Cookie': themeCookie(chosen) }
    return redirect(`${href('/shop/:domain/settings', { domain })}?${new URLSearchParams({ saved })}`, { headers })
  } catch (refusal) {
    const { failure, status } = toSettingsFailure(refusal, form, services.shop.display.language)
    return data({ failure }, { status })
  }
})

export default function SettingsHomeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { words, ...shown } = loaderData
  return (
    <WordsProvider words={words}>
      <SettingsPage {...shown} failure={actionData?.failure} />
    </WordsProvider>
  )
}
