import { redirect } from 'react-router'
import { storeChoice } from '../preference/preference.server.ts'
import { guarded } from '../request.server.ts'
import type { Route } from './+types/theme-route.ts'
import { localPath, themeCookie, toTheme } from './basic/theme.ts'

/** Remembers the colours in this browser, and for the shop whose page is shown. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const form = await args.request.formData()
  const theme = toTheme(form.get('theme')) ?? 'system'
  const domain = form.get('shop')
  if (typeof domain === 'string') await storeChoice(args, domain, { theme })
  return redirect(localPath(form.get('back')), { headers: { 'Set-Cookie': themeCookie(theme) } })
})

export function loader() {
  return redirect('/')
}
