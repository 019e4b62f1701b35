import { redirect } from 'react-router'
import { guarded } from '../failures.server.ts'
import { localPath, themeCookie, toTheme } from '../shell/theme.ts'
import type { Route } from './+types/theme.ts'

export const action = guarded(async ({ request }: Route.ActionArgs) => {
  const form = await request.formData()
  const theme = toTheme(form.get('theme')) ?? 'system'
  return redirect(localPath(form.get('back')), { headers: { 'Set-Cookie': themeCookie(theme) } })
})

export function loader() {
  return redirect('/')
}
