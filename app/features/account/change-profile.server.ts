import { AppError } from '@tillsight/core'
import { formText } from '../../form-text.ts'
import type { AccountServices, NotificationSettings, ProfileInput } from '../../identity.ts'
import { picturePitfall } from './picture-rules.ts'

/** The form about name, language and zone as it was sent. */
export function readProfile(form: FormData): ProfileInput {
  return { name: formText(form, 'name'), language: formText(form, 'language'), zone: formText(form, 'zone') }
}

/** A switch that is off is not sent at all. What is not sent out yet cannot be chosen yet: what was chosen before stays. */
export function readNotifications(form: FormData, before: NotificationSettings): NotificationSettings {
  return { ...before, dataHealth: form.get('dataHealth') === 'on' }
}

/** Carries out a form of the profile; the answer names the message to show. Throws what the services throw. */
export async function changeProfile(account: AccountServices, form: FormData): Promise<string> {
  switch (formText(form, 'intent')) {
    case 'picture':
      await account.savePicture(await readPicture(form))
      return 'picture'
    case 'remove-picture':
      await account.removePicture()
      return 'picture-removed'
    default:
      await account.saveProfile(readProfile(form))
      return 'profile'
  }
}

async function readPicture(form: FormData): Promise<Uint8Array> {
  const file = form.get('picture')
  const pitfall = file instanceof File ? picturePitfall(file) : 'Choose a file first.'
  if (pitfall || !(file instanceof File)) {
    throw new AppError('invalid_input', pitfall ?? '', { details: { field: 'picture' } })
  }
  return new Uint8Array(await file.arrayBuffer())
}
