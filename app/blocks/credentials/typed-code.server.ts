import { formText } from '../../request.server.ts'

/** The code of a form as the service wants it: people type and paste it with spaces or dashes. */
export function typedCode(form: FormData): string {
  return formText(form, 'code').replaceAll(/[\s-]/g, '')
}
