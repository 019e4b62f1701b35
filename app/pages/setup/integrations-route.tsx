import { href, Link } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { Check } from '../../icons.ts'
import { ServerText, WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { guarded } from '../../request.server.ts'
import { Badge, buttonClass, Card, PlatformIcon } from '../../ui/index.ts'
import type { Route } from './+types/integrations-route.ts'
import { type CatalogueModel, loadCatalogue, type PlatformModel } from './catalogue.server.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

/** Platforms to connect, in two steps: the store, then ads. */
function CataloguePage({ domain, stores, ads, hasStore }: CatalogueModel & { readonly domain: string }) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-4xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">{t('all.title')}</h1>
      <PageTitle>{t('all.title')}</PageTitle>
      <p className="mt-1 mb-8 max-w-prose text-soft">{t('all.about')}</p>
      <ol className="grid gap-10">
        <Step isDone={hasStore} number={1} platforms={stores} title={t('all.store')}>
          {t('all.storeText')}
        </Step>
        <Step isDone={ads.some(({ state }) => state === 'connected')} number={2} platforms={ads} title={t('all.ads')}>
          {t('all.adsText')}
        </Step>
      </ol>
      <p className="mt-8 flex flex-wrap gap-2 border-line border-t pt-6">
        <Link className={buttonClass()} to={href('/shop/:domain/setup/done', { domain })}>
          {t('all.checklist')}
        </Link>
        <Link className={buttonClass('quiet')} to={href('/shop/:domain/integrations', { domain })}>
          {t('all.connections')}
        </Link>
      </p>
    </main>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly platforms: readonly PlatformModel[]
  readonly children: string
}

function Step({ number, title, isDone, platforms, children }: StepProps) {
  const t = useWords()
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)]">
      <span
        aria-hidden
        className={`grid size-7 place-items-center rounded-full font-medium text-[13px] tabular ${isDone ? 'bg-good-wash text-good' : 'bg-ink text-canvas'}`}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div>
        <h2 className="font-semibold text-base">
          {title}
          {isDone && <span className="sr-only"> {t('done.mark')}</span>}
        </h2>
        <p className="text-soft">{children}</p>
      </div>
      <div className="col-span-2 mt-4 sm:col-span-1 sm:col-start-2">
        <ul className="grid gap-3">
          {platforms.map((platform) => (
            <li key={platform.id}>
              <Platform platform={platform} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

function Platform({ platform }: { readonly platform: PlatformModel }) {
  const { id, name, description, stats, state, note, action, guide } = platform
  const t = useWords()
  const heading = `platform-${id}`
  return (
    <Card aria-labelledby={heading} className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold text-[15px]" id={heading}>
            <PlatformIcon className="size-4.5" label={name} name={id} />
            {name}
            {state === 'connected' && <Badge tone="good">{t('platform.connected')}</Badge>}
            {state === 'unavailable' && <Badge>{t('platform.unavailable')}</Badge>}
          </h3>
          <p>
            <ServerText>{description}</ServerText>
          </p>
          <p className="mt-1.5 max-w-prose text-[13px] text-soft">{note}</p>
          {guide && (
            <Link
              className="touch-target mt-1.5 inline-flex w-fit items-center rounded font-medium text-[13px] text-accent hover:underline"
              to={guide}
            >
              {t('platform.guide')}
              <span className="sr-only">: {name}</span>
            </Link>
          )}
        </div>
        {action && (
          <Link className={buttonClass(action.isMain ? 'primary' : 'secondary')} to={action.to}>
            {action.label}
          </Link>
        )}
      </div>
      <details className="mt-3">
        <summary className="touch-target w-fit cursor-pointer rounded font-medium text-[13px] text-soft hover:text-ink">
          {t('platform.stats', { count: stats.length })}
        </summary>
        <dl className="mt-3 grid gap-x-8 gap-y-2.5 text-[13px] sm:grid-cols-2">
          {stats.map((stat) => (
            <div key={stat.metric}>
              <dt className="font-medium">{stat.label}</dt>
              <dd className="text-soft">{stat.description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { language } = services.shop.display
  const catalogue = await loadCatalogue(services)
  const words = { ...pageWords.words(language), ...serverWords(language, catalogue) }
  return { domain: services.shop.domain, words, ...catalogue }
})

export default function SetupIntegrationsRoute({ loaderData: { words, ...content } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <CataloguePage {...content} />
    </WordsProvider>
  )
}
