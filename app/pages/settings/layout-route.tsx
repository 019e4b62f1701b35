import { parseDay } from '@tillsight/core/days'
import { href, NavLink, Outlet } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { dayText } from '../../format/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { directionOf, type Language } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { Notice } from '../../ui/index.ts'
import type { Route } from './+types/layout-route.ts'
import { pageWords } from './words.server.ts'

/** Begins the addresses of all others. */
const home = '/shop/:domain/settings'

const sections = [
  { path: home, word: 'nav.shop' },
  { path: '/shop/:domain/settings/logo', word: 'logo' },
  { path: '/shop/:domain/settings/plans', word: 'nav.plan' },
  { path: '/shop/:domain/settings/members', word: 'nav.members' },
  { path: '/shop/:domain/settings/api-keys', word: 'nav.keys' },
  { path: '/shop/:domain/settings/webhooks', word: 'nav.webhooks' },
  { path: '/shop/:domain/settings/alerts', word: 'nav.alerts' },
  { path: '/shop/:domain/settings/exports', word: 'nav.exports' },
  { path: '/shop/:domain/settings/activity', word: 'nav.activity' },
  { path: '/shop/:domain/settings/shares', word: 'nav.shares' },
  { path: '/shop/:domain/settings/currencies', word: 'nav.currencies' },
  { path: '/shop/:domain/settings/privacy', word: 'nav.privacy' },
] as const

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { context } = args
  const language = await pageLanguage(context)
  const { shop } = await currentShop(args)
  const run = await context.get(servicesContext).inOrganisation(shop.organisation)
  const { deleteAt } = await run('organisation.deletion')
  const day = deleteAt && dayText(parseDay(deleteAt.slice(0, 10)), language)
  const say = pageWords.say(language)
  return {
    language,
    title: say('nav.title'),
    names: sections.map(({ word }) => say(word)),
    deletion: day && say('deletion', { day }),
  }
})

export default function SettingsRoute({ params, loaderData }: Route.ComponentProps) {
  return (
    <>
      <SettingsNav domain={params.domain} {...loaderData} />
      {loaderData.deletion && (
        <div
          className="mx-auto max-w-3xl px-4 pt-4 sm:px-8"
          dir={directionOf(loaderData.language)}
          lang={loaderData.language}
        >
          <Notice severity="warning">{loaderData.deletion}</Notice>
        </div>
      )}
      <Outlet />
    </>
  )
}

interface SettingsNavProps {
  readonly domain: string
  readonly language: Language
  readonly title: string
  /** Of the sections, in their order. */
  readonly names: readonly string[]
}

/** The sections of the settings, each at its own address. On a phone there are more than fit: the open one is brought into view. */
function SettingsNav({ domain, language, title, names }: SettingsNavProps) {
  return (
    <nav aria-label={title} className="border-line border-b" dir={directionOf(language)} lang={language}>
      <ul className="mx-auto flex w-fit min-w-[min(48rem,100%)] max-w-full gap-1 overflow-x-auto px-1.5 pt-2 sm:px-5.5">
        {sections.map(({ path }, place) => (
          <li key={path}>
            <NavLink
              className="touch-target flex h-10 items-center whitespace-nowrap border-transparent border-b-2 px-2.5 text-soft hover:text-ink aria-[current=page]:border-ink aria-[current=page]:[scroll-initial-target:nearest] aria-[current=page]:font-medium aria-[current=page]:text-ink"
              end={path === home}
              to={href(path, { domain })}
            >
              {names[place]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
