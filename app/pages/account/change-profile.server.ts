import { AppError } from '@tillsight/core'
import type { NotificationSettings, SaveProfileInput } from '@tillsight/domain'
import { formText } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { picturePitfall } from './picture-rules.ts'

/** The form about name, language and zone as it was sent. */
export function readProfile(form: FormData): SaveProfileInput {
  return { name: formText(form, 'name'), language: formText(form, 'language'), zone: formText(form, 'zone') }
}

/** A switch that is off is not sent at all. What is not sent out yet cannot be chosen yet: what was chosen before stays. */
export function readNotifications(form: FormData, before: NotificationSettings): NotificationSettings {
  return { ...before, dataHealth: form.get('dataHealth') === 'on' }
}

/** Carries out a form of the profile; the answer names the message to show. Throws what the verbs throw. */
export async function changeProfile({ run }: Pick<AppServices, 'run'>, form: FormData): Promise<string> {
  switch (formText(form, 'intent')) {
    case 'picture':
      await run('picture.save', { image: await readPicture(form) })
      return 'picture'
    case 'remove-picture':
      await run('picture.remove')
      return 'picture-removed'
    default:
      await run('profile.save', readProfile(form))
      return 'profile'
  }
}

async function readPicture(form: FormData): Promise<Uint8Array<ArrayBuffer>> {
  const file = form.get('picture')
  const pitfall = file instanceof File ? picturePitfall(file) : 'Choose a file first.'
  if (pitfall || !(file instanceof File)) {
    throw new AppError('invalid_input', pitfall ?? '', { details: { field: 'picture' } })
  }
  return new Uint8Array(await file.arrayBuffer())
}
