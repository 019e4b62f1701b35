import { largestCostFileMb } from '@tillsight/domain/inputs'
import { useEffect } from 'react'
import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import { Notice } from '../../ui/index.ts'
import type { Route } from './+types/files-route.ts'
import { changeFiles } from './change-files.server.ts'
import { FilesScreen } from './files.tsx'
import type { FilesModel } from './model.ts'

export const loader = guarded(async (args: Route.LoaderArgs): Promise<{ readonly model: FilesModel | null }> => {
  const { may, shop } = await currentShop(args)
  if (!may.readCosts) return { model: null }
  return { model: { domain: shop.domain, mayEnter: may.enterCosts, largestMb: largestCostFileMb } }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { outcome, status } = await changeFiles(await currentShop(args), args.request)
  return data({ outcome }, { status })
})

export default function CostFilesRoute({ loaderData: { model }, actionData }: Route.ComponentProps) {
  const outcome = actionData?.outcome
  useEffect(() => {
    if (outcome === undefined) return
    const place = document.querySelector('main [role="alert"], main #outcome')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
  return (
    <>
      <PageTitle>Files of costs</PageTitle>
      {model === null ? (
        <Notice severity="info">Your role does not show what things cost. An owner or admin enters it.</Notice>
      ) : (
        <FilesScreen model={model} outcome={outcome} />
      )}
    </>
  )
}
