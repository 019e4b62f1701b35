import { AppError } from '@tillsight/core'
import {
  type ConnectionContext,
  type ConsentMode,
  type Installation,
  listTrackingKeys,
  plainSnippet,
  run,
  shopifyCartSnippet,
  shopifyCustomPixel,
  surveyLink,
  surveySnippet,
  thanksSnippet,
} from '@tillsight/domain'
import type { InstallationView } from '../../app/services.ts'
import type { Runtime } from '../runtime.ts'
import { version } from '../version.ts'
import { readPixelCode } from './pixel-code.ts'

/** What is filled into a shop's files. Reading the key needs the right to read figures. */
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

/** What to paste into a shop, made for it. */
export async function describeInstallation(
  runtime: Runtime,
  ctx: ConnectionContext,
  consent: ConsentMode,
): Promise<InstallationView> {
  const installation = await installationFor(runtime, ctx, consent)
  const code = readPixelCode()
  return {
    key: installation.key,
    address: installation.address,
    isPublic: runtime.config.publicUrl !== undefined,
    snippet: plainSnippet(installation),
    thanks: thanksSnippet(),
    survey: surveySnippet(installation),
    surveyLink: surveyLink(installation),
    customPixel: code && shopifyCustomPixel(installation, code),
    cartSnippet: shopifyCartSnippet(),
  }
}
