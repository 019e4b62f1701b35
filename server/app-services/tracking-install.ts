import { AppError } from '@tillsight/core'
import {
  type ConnectionContext,
  listTrackingKeys,
  plainSnippet,
  run,
  storeTexts,
  surveyLink,
  surveySnippet,
  thanksSnippet,
} from '@tillsight/domain'
import type { ConsentMode, Installation } from '@tillsight/platforms/connectors'
import type { InstallationView } from '../../app/services.ts'
import type { Runtime } from '../runtime.ts'
import { version } from '../version.ts'
import { readPixelCode } from './pixel-code.ts'

/** Values filled into a shop's snippets. Reading the key needs the right to read figures. */
export async function installationFor(
  { own }: Pick<Runtime, 'own'>,
  ctx: ConnectionContext,
  consent: ConsentMode,
): Promise<Installation> {
  const keys = await run(listTrackingKeys, ctx, {})
  const inUse = keys.find(({ revokedAt }) => revokedAt === null)
  if (!inUse) throw new AppError('not_found', 'The shop has no tracking key in use. Make one first.')
  return { key: inUse.key, address: own.url(), consent, version }
}

/** What to paste into a shop of a platform, made for it. */
export async function describeInstallation(
  runtime: Runtime,
  ctx: ConnectionContext,
  { platform, consent }: { readonly platform: string; readonly consent: ConsentMode },
): Promise<InstallationView> {
  const installation = await installationFor(runtime, ctx, consent)
  return {
    key: installation.key,
    address: installation.address,
    isPublic: runtime.config.publicUrl !== undefined,
    snippet: plainSnippet(installation),
    thanks: thanksSnippet(),
    survey: surveySnippet(installation),
    surveyLink: surveyLink(installation),
    texts: storeTexts(platform, installation, readPixelCode()),
  }
}
