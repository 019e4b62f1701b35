import { data, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/jobs-route.ts'
import { changeJobs, loadJobs } from './jobs.server.ts'
import { ListPage } from './list-page.tsx'
import { openOffice } from './open.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadJobs(await openOffice(args)))

export const action = guarded(async (args: Route.ActionArgs) => {
  const office = await openOffice(args)
  const form = await args.request.formData()
  try {
    const search = new URLSearchParams(office.search)
    search.set('done', await changeJobs(office, form))
    return redirect(`${args.url.pathname}?${search}`)
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, office)
    return data({ failure: body }, { status })
  }
})

export default function JobsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ListPage failure={actionData?.failure} page={loaderData} />
}
