import { dayOf } from '@tillsight/core/days'
import type { NotificationSettings, PushDevice } from '@tillsight/domain'
import { digestFigures, digestPeriods } from '@tillsight/domain/inputs'
import type { RouterContextProvider } from 'react-router'
import { catalogueIn } from '../../blocks/shop/current-shop.server.ts'
import { dayText, instantText } from '../../format/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { Language } from '../../language/index.ts'
import { formText, identityContext, servicesContext, signedIn } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { accountWords } from './words.server.ts'

/** A person may have several hundred shops; a form with all of them helps nobody. */
const mostShops = 25

/** What the page about notifications shows. */
export async function loadNotifications(context: Readonly<RouterContextProvider>) {
  const services = context.get(servicesContext)
  const language = await pageLanguage(context)
  const [settings, { digests, shops, refusedAddress }, { email }, metrics, devices, { zone }] = await Promise.all([
    services.run('notifications.get'),
    services.run('digest.list'),
    signedIn(context.get(identityContext)),
    listFigures(services, language),
    services.run('push.list'),
    services.run('profile.get'),
  ])
  const chosen = new Set(digests.map(({ shop }) => shop))
  return {
    settings,
    digests,
    // From here: with the schemas beside them, these constants would bring the schema library to the browser.
    periods: digestPeriods,
    places: digestFigures,
    // Shops with a digest of their own stay on the page, however many there are.
    shops: shops.length > 1 ? shops.filter(({ id }, index) => index < mostShops || chosen.has(id)) : [],
    hasShop: shops.length > 0,
    refusedAddress,
    email,
    metrics,
    devices: devices.items.map((each) => printDevice(each, zone || 'UTC', language)),
  }
}

/** Tells a device with when it was switched on, and when it was last told something. */
function printDevice({ id, device, fingerprint, createdAt, pushedAt }: PushDevice, zone: string, language: Language) {
  const say = accountWords.say(language)
  const since = say('push.since', { day: dayText(dayOf(new Date(createdAt), zone), language) })
  const used = pushedAt === null ? say('push.unused') : say('push.last', { at: instantText(pushedAt, zone, language) })
  return { id, device, fingerprint, standing: `${since} · ${used}` }
}

/** The figures that can stand in a digest: the catalogue of the first shop, without what belongs to one ad platform. */
async function listFigures(
  services: AppServices,
  language: Language,
): Promise<readonly { readonly key: string; readonly label: string }[]> {
  const [first] = await services.nameShops()
  const shop = first && (await services.shop(first.domain))
  const metrics = shop ? catalogueIn(shop.catalogue(), language).metrics : []
  return metrics
    .filter(({ key }) => !key.includes('.'))
    .map(({ key, label }) => ({ key, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
}

/** Parses the form. Switches that are off, and figures that are empty, are left out; what is wrong is refused when it is saved. */
export function readNotifications(form: FormData, before: NotificationSettings): NotificationSettings {
  const [from, until] = [formText(form, 'quietFrom'), formText(form, 'quietUntil')]
  return {
    ...before,
    dataHealth: form.get('dataHealth') === 'on',
    pushFigures: form.get('pushFigures') === 'on',
    digestAt: formText(form, 'digestAt'),
    figures: textsOf(form, 'figure'),
    quiet: from === '' && until === '' ? null : { from, until },
  }
}

/** The digests that are ticked: `week:` over all shops, `day:ID` for one of them. */
export function readDigests(form: FormData) {
  return textsOf(form, 'digest').flatMap((text) => {
    const [word, shop = ''] = text.split(':')
    const every = digestPeriods.find((known) => known === word)
    return every === undefined ? [] : [{ every, shop: shop === '' ? null : shop }]
  })
}

function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []))
}
