import { AppError } from '@tillsight/core'
import { type AdPlatform, findAdPlatform } from '@tillsight/platforms'
import { data, redirect } from 'react-router'
import { loadPlatforms } from '../../blocks/ad-platforms/load-platforms.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/route.ts'
import { changeConversions } from './change-conversions.server.ts'
import { checkAddress } from './check-address.ts'
import { ConversionsSection } from './conversions-section.tsx'
import { loadAudit } from './load-audit.server.ts'
import { loadConversions } from './load-conversions.server.ts'
import { PlatformPage } from './platform-page.tsx'
import type { ShownTemplate } from './template-card.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const content = await loadPlatformTracking(services, args.params.platform, args.url.searchParams)
  const { language } = services.shop.display
  const { page, conversions } = content
  const said = [page.template, page.claims, page.platform.description, page.check, conversions]
  return { content, words: { ...pageWords.words(language), ...serverWords(language, said) } }
})

export const action = guarded(async (args: Route.ActionArgs) =>
  changePlatformTracking(await currentShop(args), args.params.platform, args),
)

export default function TrackingPlatformRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PlatformTracking changed={actionData} content={loaderData.content} />
    </WordsProvider>
  )
}

type Changed = Exclude<Awaited<ReturnType<typeof changePlatformTracking>>, Response>

interface PlatformTrackingProps {
  readonly content: Awaited<ReturnType<typeof loadPlatformTracking>>
  readonly changed: Changed['data'] | undefined
}

/** Tracking of one ad platform: tags of its ads, and orders sent to it. */
function PlatformTracking({ content: { page, conversions }, changed }: PlatformTrackingProps) {
  const t = useWords()
  return (
    <>
      <PageTitle>{t('page.title', { name: page.platform.name })}</PageTitle>
      <PlatformPage {...page} />
      <ConversionsSection model={conversions} outcome={changed?.outcome} />
    </>
  )
}

/** Tagging a platform's ads, and sending orders to it. Throws `not_found` for an unknown platform. */
async function loadPlatformTracking(services: ShopServices, name: string, params: URLSearchParams) {
  const platform = trackedPlatform(name)
  const [page, conversions] = await Promise.all([
    loadPlatformPage(services, platform, params),
    loadConversions(services, platform.id, params),
  ])
  return { page, conversions }
}

/** Runs a form of the page: redirects, or returns the problems to fix. */
async function changePlatformTracking(
  services: ShopServices,
  name: string,
  { request, url }: { readonly request: Request; readonly url: URL },
) {
  const change = await changeConversions(services, trackedPlatform(name).id, request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const search = new URLSearchParams(url.searchParams)
  search.delete('choose')
  search.set('told', change.told)
  return redirect(`${url.pathname}?${search}#orders`)
}

function trackedPlatform(name: string) {
  const found = findAdPlatform(name)
  if (found === undefined)
    throw new AppError('not_found', `Page not found: there is no ad platform “${name.slice(0, 60)}”.`)
  return found
}

/** The page of one platform; `check` of the address is looked at, not stored. */
async function loadPlatformPage(services: ShopServices, ads: AdPlatform, params: URLSearchParams) {
  const platform = (await loadPlatforms(services)).find((candidate) => candidate.id === ads.id)
  if (!platform) throw new AppError('not_found', 'This version does not know the ad platform.')
  const { audit, unfilled } = await loadAudit(services, ads, params)
  const address = (params.get('check') ?? '').slice(0, 4000)
  const { language } = services.shop.display
  return {
    domain: services.shop.domain,
    platform,
    template: templateOf(ads),
    claims: ads.claims,
    address,
    // Without a connected account there are no known ads; their visits arrive all the same.
    audit: platform.connection === 'connected' ? audit : undefined,
    unfilled,
    check: params.has('check') ? checkAddress(address, ads, { say: pageWords.say(language), language }) : undefined,
  }
}

function templateOf({ tracking: { field, steps, notes, parameters } }: AdPlatform): ShownTemplate {
  return { field, steps, notes, parameters }
}
