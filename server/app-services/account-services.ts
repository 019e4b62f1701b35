import { AppError } from '@tillsight/core'
import {
  countRecoveryCodes,
  createRecoveryCodes,
  getNotifications,
  getProfile,
  type RecoveryContext,
  removePicture,
  run,
  type SaveProfileInput,
  saveNotifications,
  savePicture,
  saveProfile,
  spendRecoveryCode,
} from '@tillsight/domain'
import type { AccountServices } from '../../app/identity.ts'
import { type CallerContexts, callerContexts } from '../contexts.ts'
import { picturePath } from '../identity/picture-path.ts'
import type { Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'
import { deviceName } from './device-name.ts'
import { encodePicture } from './picture.ts'

/** What a person may see and change about themselves. */
export function createAccountServices(runtime: Runtime, visit: Visit): AccountServices {
  const contexts = callerContexts(runtime, visit)
  const person = (): Promise<RecoveryContext> => contexts.person()
  return {
    async profile() {
      const [{ picture, ...profile }, { id, user }] = await Promise.all([
        person().then((ctx) => run(getProfile, ctx, {})),
        visit.caller(),
      ])
      return {
        ...profile,
        email: user.email ?? profile.email,
        phone: user.phone ?? '',
        pictureUrl: picture === null ? null : picturePath(id, picture),
      }
    },
    async saveProfile({ name, language, zone }) {
      // The schema knows the languages; whatever else was sent is refused by it.
      await run(saveProfile, await person(), { name, zone, language: language as SaveProfileInput['language'] })
    },
    async savePicture(image) {
      const ctx = await person()
      await run(savePicture, ctx, { image: await encodePicture(image) })
    },
    async removePicture() {
      await run(removePicture, await person(), {})
    },
    notifications: async () => run(getNotifications, await person(), {}),
    async saveNotifications(settings) {
      await run(saveNotifications, await person(), settings)
    },
    async sessions() {
      const { id, session } = await visit.caller()
      if (runtime.auth.isHosted) return null
      const sessions = await runtime.auth.service.listSessions(id)
      return sessions.map((each) => ({
        id: each.id,
        isThis: each.id === session,
        device: deviceName(each.userAgent),
        ip: each.ip,
        createdAt: each.createdAt.toISOString(),
        lastUsedAt: each.lastUsedAt.toISOString(),
        level: each.aal,
      }))
    },
    recoveryCodesLeft: async () => (await run(countRecoveryCodes, await person(), {})).left,
    createRecoveryCodes: () => makeCodes(visit, contexts),
    spendRecoveryCode: (code) => spendCode(runtime, { visit, code, contexts }),
  }
}

/**
 * Whoever makes codes has shown a second factor: codes made before there was one would lead around it later, for everybody
 * who knew the password then.
 */
async function makeCodes(visit: Visit, contexts: CallerContexts): Promise<readonly string[]> {
  if ((await visit.caller()).level !== 'aal2') {
    throw new AppError('conflict', 'Recovery codes stand in for a second factor. Add one first, then create them.')
  }
  return (await run(createRecoveryCodes, await contexts.person(), {})).codes
}

interface Spending {
  readonly visit: Visit
  readonly code: string
  readonly contexts: CallerContexts
}

/** The code is used up before the factors go: a failure in between costs a code and opens nothing. */
async function spendCode({ auth, attempts }: Runtime, { visit, code, contexts }: Spending): Promise<void> {
  const ctx = await contexts.incompletePerson()
  if (!attempts.take(ctx.person)) {
    throw new AppError('limit_reached', 'That was too often. Wait a quarter of an hour, then try again.')
  }
  await run(spendRecoveryCode, ctx, { code })
  const { user } = await visit.anyCaller()
  for (const factor of user.factors ?? []) {
    const { error } = await auth.admin().mfa.deleteFactor({ id: factor.id, userId: user.id })
    if (error !== null && error.status !== 404) {
      throw new AppError(
        'unavailable',
        'Your second factor could not be removed right now. Try again in a moment with another code.',
        { cause: error },
      )
    }
  }
}
