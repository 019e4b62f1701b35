import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { Attention } from '../../blocks/connections/attention.tsx'
import { ImportProgress } from '../../blocks/connections/import-progress.tsx'
import {
  type CreditChoice,
  chooseCredit,
  creditSearch,
  modelName,
  windowText,
} from '../../blocks/credit/credit-choice.ts'
import { ModelSwitch } from '../../blocks/credit/model-switch.tsx'
import { useCreditWords } from '../../blocks/credit/words.ts'
import { ConnectFirst } from '../../blocks/figures-page/empty-states.tsx'
import { PageHeader } from '../../blocks/figures-page/page-header.tsx'
import { PeriodControl } from '../../blocks/period/period-control.tsx'
import { History } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { LiveUpdates } from '../../live/live-updates.tsx'
import { clickWindows, parseSearch, type SearchState, viewWindows, withSearch } from '../../search/index.ts'
import { DetailsMenu, MenuChoice } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { Credit } from './credit-part.tsx'
import * as Late from './late-parts.ts'
import { SettingsMenu } from './settings-menu.tsx'
import { everyModel, tabOf, tabs } from './tabs.ts'
import { useWords } from './words.ts'

type Content = Route.ComponentProps['loaderData']

interface AttributionsScreenProps {
  readonly content: Content
  /** Beside the title: saved views. */
  readonly actions: ReactNode
  /** The open panel. */
  readonly children: ReactNode
}

/** Attribution: which marketing earned which orders, under which model, and on what evidence. */
export function AttributionsScreen({ content, actions, children }: AttributionsScreenProps) {
  const { page, usual, version } = content
  const { state, isWaiting } = useComing()
  const { shop, hasConnection } = page
  const t = useText()
  const say = useWords()
  const choice = chooseCredit(state.credit, usual)
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <PageHeader
        freshness={hasConnection ? page.freshness : undefined}
        isPartial={hasConnection && page.isPartial}
        title={t('nav.attributions')}
      >
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {actions}
          {hasConnection && <PeriodControl period={page.period} state={state} />}
        </div>
      </PageHeader>
      {hasConnection && <Tabs state={state} />}
      <div className="mt-4 grid grid-cols-1 gap-6 sm:mt-5">
        <Attention domain={shop.domain} items={page.attention} />
        <ImportProgress domain={shop.domain} initial={{ importing: page.importing }} />
        {!hasConnection && <ConnectFirst domain={shop.domain} />}
        {hasConnection && tabOf(state) !== 'store' && (
          <div className="flex flex-wrap items-center gap-2">
            {withModel.has(tabOf(state)) ? (
              <ModelSwitch model={choice.model} state={state} />
            ) : (
              <p className="me-2 text-[13px] text-soft">{say('page.any_model')}</p>
            )}
            <WindowMenu choice={choice} state={state} usual={usual} />
            <Calculating isWaiting={isWaiting} part={content.parts.models} />
            <div className="ms-auto">
              <SettingsMenu choice={choice} rules={content.rules} state={state} usual={usual} />
            </div>
          </div>
        )}
        {hasConnection && <Body choice={choice} content={content} isWaiting={isWaiting} state={state} />}
      </div>
      {hasConnection && <LiveUpdates shop={version.shops} version={version.version} />}
      {children}
    </main>
  )
}

/** Parts whose figures depend on the model. */
const withModel: ReadonlySet<string> = new Set(['credit', 'models', 'claims', 'cohorts'])

interface CalculatingProps {
  /** Figures of another choice are being loaded. */
  readonly isWaiting: boolean
  /** Figures that stream in after the page. */
  readonly part: Promise<unknown> | null
}

/** Milliseconds until a calculation is announced: nearly all are done by then. */
const announcedMs = 3000

/** Says that figures are still being calculated, once that takes long. How much longer is not known. */
function Calculating({ isWaiting, part }: CalculatingProps) {
  const [isLong, setLong] = useState(false)
  const say = useWords()
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), announcedMs)
    let isOver = false
    const end = () => {
      clearTimeout(timer)
      if (!isOver) setLong(false)
      isOver = true
    }
    if (!isWaiting) Promise.resolve(part).then(end, end)
    return end
  }, [isWaiting, part])
  return (
    <p aria-live="polite" className="text-[13px] text-soft">
      {isLong && say('page.calculating')}
    </p>
  )
}

function Tabs({ state }: { readonly state: SearchState }) {
  const current = tabOf(state)
  const say = useWords()
  return (
    <nav aria-label={say('tab.nav')}>
      <ul className="-mx-4 flex scroll-px-4 gap-5 overflow-x-auto border-line border-b px-4 pt-2 sm:mx-0 sm:px-0">
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              aria-current={tab === current ? 'page' : undefined}
              className="flex h-10 items-center whitespace-nowrap border-transparent border-b-2 text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:[scroll-initial-target:nearest] aria-[current=page]:font-medium aria-[current=page]:text-ink"
              preventScrollReset
              to={{
                search: withSearch(state, {
                  tab: tab === 'credit' ? undefined : tab,
                  by: 'country',
                  sort: undefined,
                  find: undefined,
                  place: undefined,
                  unfolded: [],
                }),
              }}
            >
              {say(`tab.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface BodyProps {
  readonly content: Content
  readonly state: SearchState
  readonly choice: CreditChoice
  readonly isWaiting: boolean
}

/** The tab that the address selects. */
function Body({ content, state, choice, isWaiting }: BodyProps) {
  const sayCredit = useCreditWords()
  const { page, parts, credit } = content
  const { domain } = page.shop
  return (
    <>
      {credit && (
        <Credit
          choice={choice}
          credit={credit}
          domain={domain}
          hasAds={content.hasAds}
          isWaiting={isWaiting}
          state={state}
        />
      )}
      <Suspense>
        {parts.models && <Late.ModelsPart every={everyModel} models={parts.models} state={state} />}
        {parts.claims && (
          <Late.ClaimsPart claims={parts.claims} domain={domain} model={modelName(choice.model, sayCredit)} />
        )}
        {parts.paths && <Late.PathsPart paths={parts.paths} />}
        {parts.roles && <Late.RolesPart roles={parts.roles} />}
        {parts.rates && <Late.ConversionRatePart rates={parts.rates} />}
        {parts.transitions && <Late.TransitionsPart transitions={parts.transitions} />}
        {parts.overlap && <Late.OverlapPart overlap={parts.overlap} />}
        {parts.cohorts && <Late.CohortsPart cohorts={parts.cohorts} />}
        {content.noted && <Late.Noted noted={content.noted} page={page} />}
      </Suspense>
    </>
  )
}

/** The pending choice, and whether its figures are still loading. */
interface Coming {
  /** State of the address, or of the pending navigation: a choice shows at once, figures follow. */
  readonly state: SearchState
  readonly isWaiting: boolean
}

/** The page's state, ahead of what has been loaded. */
function useComing(): Coming {
  const location = useLocation()
  const navigation = useNavigation()
  const now = parseSearch(location.search)
  const next = navigation.location?.pathname === location.pathname ? parseSearch(navigation.location.search) : now
  return { state: next, isWaiting: figuresSearch(next) !== figuresSearch(now) }
}

/** The part of the address that figures depend on. */
function figuresSearch(state: SearchState): string {
  return withSearch(state, { unfolded: [], place: undefined, order: undefined, sort: undefined, after: undefined })
}

interface WindowMenuProps {
  readonly state: SearchState
  readonly choice: CreditChoice
  /** Defaults of the shop, unless the address overrides them. */
  readonly usual: CreditChoice
}

/** The attribution window: how long before the order a touchpoint counts. */
function WindowMenu({ state, choice, usual }: WindowMenuProps) {
  const isUsual = choice.clicks === usual.clicks && choice.views === usual.views
  const say = useWords()
  const sayCredit = useCreditWords()
  const daysText = (days: string) => say('lookback.days', { count: Number(days) })
  return (
    <DetailsMenu
      edge="start"
      hint={say('lookback.hint')}
      icon={History}
      isMarked={!isUsual}
      isSelect
      label={say('lookback.label', { window: windowText(choice, sayCredit) })}
    >
      <p className="px-2 text-soft text-xs">{say('lookback.about')}</p>
      <div className="grid grid-cols-2 gap-3">
        <section aria-label={say('lookback.clicks')}>
          <h3 className="px-2 pb-1 text-faint text-xs">{say('lookback.clicks')}</h3>
          <ul>
            {clickWindows.map((clicks) => (
              <li key={clicks}>
                <MenuChoice isChosen={clicks === choice.clicks} to={creditSearch(state, { clicks })}>
                  {clicks === 'ever' ? say('lookback.ever') : daysText(clicks)}
                </MenuChoice>
              </li>
            ))}
          </ul>
        </section>
        <section aria-label={say('lookback.views')}>
          <h3 className="px-2 pb-1 text-faint text-xs">{say('lookback.views')}</h3>
          <ul>
            {viewWindows.map((views) => (
              <li key={views}>
                <MenuChoice isChosen={views === choice.views} to={creditSearch(state, { views })}>
                  {views === '0' ? say('lookback.none') : daysText(views)}
                </MenuChoice>
              </li>
            ))}
          </ul>
          <p className="px-2 pt-1 text-faint text-xs">
            {say('lookback.views_note', { model: modelName('clicks_and_views', sayCredit) })}
          </p>
        </section>
      </div>
    </DetailsMenu>
  )
}
