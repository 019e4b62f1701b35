import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { SignedIn } from '../identity.ts'
import { guarded, identityContext, servicesContext } from '../request.server.ts'
import 'virtual:words/live'
import 'virtual:words/pages'
import type { ComponentProps, ReactNode } from 'react'
import { PageContent } from '../language/index.ts'
import { loadPreference } from '../preference/preference.server.ts'
import { PreferenceProvider } from '../preference/preference-provider.tsx'
import { RunsScripts } from '../ui/index.ts'
import { Overlays } from '../ui/overlays/index.ts'
import type { Route } from './+types/layout-route.ts'
import { ErrorPage } from './basic/index.ts'
import { staysFresh } from './basic/stays-fresh.ts'
import { readBar, readScripts } from './basic/theme.ts'
import { useCommand } from './command/use-command.ts'
import { Frame } from './frame.tsx'

/** Loads the shops, then the person's preference for the current one: the address's, else the first of the list. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { context, request, params } = args
  const services = context.get(servicesContext)
  const [shops, person] = await Promise.all([services.nameShops(), context.get(identityContext).person()])
  const unread = person ? (await services.run('inbox.count')).unread : 0
  const current = shops.find((shop) => 'domain' in params && shop.domain === params.domain) ?? shops[0]
  const preference = current && (await loadPreference(args, current.domain))
  return {
    shopCount: shops.length,
    shop: current && { id: current.id, platform: current.platform, domain: current.domain, name: current.name },
    person: person && { ...toFramePerson(person), unread },
    bar: readBar(request.headers.get('cookie')),
    runsScripts: readScripts(request.headers.get('cookie')),
    preference,
    // `system` is left out: the cookie of this browser may be more specific.
    theme: preference?.theme === 'system' ? undefined : preference?.theme,
  }
})

function toFramePerson({ id, name, email, phone, avatarUrl }: SignedIn) {
  return { id, name, email: email || phone, pictureUrl: avatarUrl }
}

/** Shop and person do not change between pages. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return !staysFresh(change)
}

export default function DefaultLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Context known={loaderData}>
      <PageContent>
        <Outlet />
      </PageContent>
    </Context>
  )
}

/** A page that fails does so beside the navigation; only without the shops there is none. */
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <ErrorPage />
  return (
    <Context known={loaderData}>
      <ErrorPage />
    </Context>
  )
}

type FrameProps = ComponentProps<typeof Frame>
type Preference = ComponentProps<typeof PreferenceProvider>['initial']

interface ContextProps {
  readonly known: Pick<FrameProps, 'bar' | 'shopCount'> & {
    readonly person: (NonNullable<FrameProps['person']> & { readonly id: string }) | undefined
    readonly shop: (NonNullable<FrameProps['shop']> & { readonly id: string }) | undefined
    readonly preference: Preference | undefined
    readonly runsScripts: boolean
  }
  readonly children: ReactNode
}

/** Everything around the page: the frame, global shortcuts and overlays. */
function Context({ known, children }: ContextProps) {
  const { preference, runsScripts, ...ofFrame } = known
  const { shop, person } = ofFrame
  const frame = (
    <RunsScripts value={runsScripts}>
      <Frame {...ofFrame} search={useCommand(shop)}>
        {children}
      </Frame>
      <Overlays />
    </RunsScripts>
  )
  if (!shop || !preference || !person) return frame
  return (
    <PreferenceProvider initial={preference} person={person.id} shop={shop.id}>
      {frame}
    </PreferenceProvider>
  )
}
