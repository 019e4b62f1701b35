import { redirect } from 'react-router'
import { guarded } from '../failures.server.ts'
import { formText } from '../form-text.ts'
import { changeLanguage } from '../language/change-language.server.ts'
import { languageCookie } from '../language/choose-language.ts'
import { isLanguage } from '../language/languages.ts'
import type { Route } from './+types/language-route.ts'
import { localPath } from './basic/theme.ts'

export const action = guarded(async ({ request, context }: Route.ActionArgs) => {
  const form = await request.formData()
  const back = localPath(form.get('back'))
  const language = form.get('language')
  if (!isLanguage(language)) return redirect(back)
  await changeLanguage({ context, request }, { language, domain: formText(form, 'shop') })
  return redirect(back, { headers: { 'Set-Cookie': languageCookie(language) } })
})

export function loader() {
  return redirect('/')
}
