import { redirect } from 'react-router'
import { guarded } from '../request.server.ts'
import type { Route } from './+types/bar-route.ts'
import { barCookie, localPath } from './basic/theme.ts'

/** Collapses or expands the side bar. */
export const action = guarded(async ({ request }: Route.ActionArgs) => {
  const form = await request.formData()
  const bar = form.get('bar') === 'narrow' ? 'narrow' : 'wide'
  return redirect(localPath(form.get('back')), { headers: { 'Set-Cookie': barCookie(bar) } })
})

export function loader() {
  return redirect('/')
}
