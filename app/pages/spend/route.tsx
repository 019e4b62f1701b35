import { useEffect } from 'react'
import { data, href, Link, redirect } from 'react-router'
import { listCurrencies } from '../../blocks/shop/choices.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { CircleCheck } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import { Notice } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { changeSpend } from './change-spend.server.ts'
import { EntriesCard, EntryForm } from './entries.tsx'
import { FileForm, FilesCard, PreviewCard } from './file-cards.tsx'
import { loadSpend } from './load-spend.server.ts'
import type { SpendModel, SpendOutcome } from './model.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { language } = services.shop.display
  return {
    model: await loadSpend(services, args.url.searchParams, listCurrencies(language)),
    words: pageWords.words(language),
    title: pageWords.say(language)('page.title'),
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const change = await changeSpend(services, args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const page = href('/shop/:domain/campaigns/spend', { domain: services.shop.domain })
  return redirect(`${page}?${new URLSearchParams({ done: change.done })}`)
})

export default function SpendRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PageTitle>{loaderData.title}</PageTitle>
      <SpendPage model={loaderData.model} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}

interface SpendPageProps {
  readonly model: SpendModel
  readonly outcome: SpendOutcome | undefined
}

/** Entries of custom spend of channels without a connector: entered by hand or from a file, counted like a platform's. */
function SpendPage({ model, outcome }: SpendPageProps) {
  const t = useWords()
  useEffect(() => {
    if (outcome === undefined) return
    const place =
      document.querySelector('main [aria-invalid="true"]') ??
      document.querySelector('main [role="alert"], main #outcome')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
  const refused = outcome?.kind === 'refused' ? outcome : undefined
  return (
    <main className="mx-auto max-w-5xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link
          className="rounded text-soft hover:underline"
          to={href('/shop/:domain/campaigns', { domain: model.domain })}
        >
          {t('page.back')}
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">{t('page.about', { shop: model.shopName })}</p>
      <div className="grid grid-cols-1 gap-6">
        {outcome === undefined && <Done text={model.done} />}
        {outcome?.kind === 'preview' && <PreviewCard preview={outcome.preview} />}
        {model.mayEnter ? (
          <EntryForm model={model} refused={refused?.form === 'entry' ? refused : undefined} />
        ) : (
          <Notice severity="info">{t('page.closed')}</Notice>
        )}
        <EntriesCard model={model} />
        {model.mayEnter && (
          <>
            <FileForm failure={refused?.form === 'file' ? refused.message : undefined} model={model} />
            <FilesCard files={model.files} />
          </>
        )}
      </div>
    </main>
  )
}

/** Confirmation of the last form. */
function Done({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <output className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      {text}
    </output>
  )
}
