import { actions } from './actions.ts'
import { fields } from './fields.ts'
import { language } from './language.ts'
import { shell } from './shell.ts'

/** What every page may say in English, the sign-in and error pages among them: they load no other words. */
export const basics = { ...actions, ...fields, ...language, ...shell } as const
