import { data, href, Link } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { Card, CardHeader, CopyText } from '../../ui/index.ts'
import type { Route } from './+types/new-route.ts'
import { ShareForm } from './share-form.tsx'
import { makeShare, proposeShare, rangeOptions, toShareFailure } from './shares.server.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop, may } = await currentShop(args)
  const { language } = shop.display
  const proposed = proposeShare(args.url.searchParams, language)
  return {
    proposed,
    ranges: rangeOptions(proposed.range, language),
    seesProfit: may.seeProfit,
    domain: shop.domain,
    words: pageWords.words(language),
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  const now = args.context.get(servicesContext).now()
  try {
    return { made: await makeShare(run, form, { now, zone: shop.zone, language: shop.display.language }) }
  } catch (refusal) {
    const { failure, status } = toShareFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function NewShareRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData: { domain, ...form }, actionData }: Route.ComponentProps) {
  const t = useWords()
  const made = actionData && 'made' in actionData ? actionData.made : undefined
  const failure = actionData && 'failure' in actionData ? actionData.failure : undefined
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('newTitle')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('newTitle')}</h1>
      <p className="mt-1 mb-6 text-pretty text-soft">{t('newAbout')}</p>
      {made ? (
        <Card aria-labelledby="made-heading" className="pb-5">
          <CardHeader id="made-heading" note={t('madeNote')} title={t('madeTitle')} />
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5">
            <output className="break-words text-[13px]">{made.text}</output>
            <CopyText label={t('address')} text={made.url} />
          </div>
        </Card>
      ) : (
        <ShareForm {...form} failure={failure} />
      )}
      <p className="mt-6 text-[13px]">
        <Link
          className="touch-target rounded text-accent underline underline-offset-3"
          to={href('/shop/:domain/settings/shares', { domain })}
        >
          {t('all')}
        </Link>
      </p>
    </main>
  )
}
