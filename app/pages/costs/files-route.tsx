import { largestCostFileMb } from '@tillsight/domain/inputs'
import { useEffect } from 'react'
import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import { Notice } from '../../ui/index.ts'
import type { Route } from './+types/files-route.ts'
import { changeFiles } from './change-files.server.ts'
import { FilesScreen } from './files.tsx'
import type { FilesModel } from './model.ts'
import { pageWords, wordsFor } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { may, shop } = await currentShop(args)
  const { language } = shop.display
  const say = pageWords.say(language)
  const model: FilesModel | null = may.readCosts
    ? { domain: shop.domain, mayEnter: may.enterCosts, largestMb: largestCostFileMb }
    : null
  return { model, words: wordsFor(language, 'files'), title: say('file.page'), hidden: say('role.hidden') }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { outcome, status } = await changeFiles(await currentShop(args), args.request)
  return data({ outcome }, { status })
})

export default function CostFilesRoute({
  loaderData: { model, words, title, hidden },
  actionData,
}: Route.ComponentProps) {
  const outcome = actionData?.outcome
  useEffect(() => {
    if (outcome === undefined) return
    const place = document.querySelector('main [role="alert"], main #outcome')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
  return (
    <WordsProvider words={words}>
      <PageTitle>{title}</PageTitle>
      {model === null ? <Notice severity="info">{hidden}</Notice> : <FilesScreen model={model} outcome={outcome} />}
    </WordsProvider>
  )
}
